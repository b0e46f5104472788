-- As 0596.
create policy searches on entity for select to vakt_search using (true);
