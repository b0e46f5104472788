-- What was written last waits in a list that every search reads through: of the usual 4 MB, several filters at once took half as long again.
alter index ticket_by_facet set (gin_pending_list_limit = 1024);
alter index ticket_search_of_customer set (gin_pending_list_limit = 1024);
alter index ticket_search_of_all set (gin_pending_list_limit = 1024);
