-- As 0596.
create policy searches on alert for select to vakt_search using (true);
