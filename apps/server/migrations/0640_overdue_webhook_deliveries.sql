-- Why a delivery failed is also written when a closed customer is opened again.
grant update (reason) on webhook_delivery to vakt_app;
