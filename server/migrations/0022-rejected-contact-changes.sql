-- Contact changes that the billing system refused, for the console to list in their order. Hardly any.
create index contact_outbox_refused on contact_outbox (id) where refused_at is not null;
