-- Indexes that nothing reads. When a payment was sent, charge_attempt_by_time (migration 0018) has as well, and each payment
-- was written to both, several times.
drop index charge_attempt_sent;
-- Nobody looks for the agreements of a premise; each import built this anew.
drop index cis.service_agreement_premise;
