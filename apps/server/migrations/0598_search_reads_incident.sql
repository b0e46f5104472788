-- As 0596.
create policy searches on incident for select to vakt_search using (true);
