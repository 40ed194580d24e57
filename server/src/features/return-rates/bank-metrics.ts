import { Gauge } from 'prom-client'
import { metrics } from '../../metrics.ts'

const registers = [metrics]

export const bankPaymentsOpen = new Gauge({
  name: 'portal_bank_payments_open',
  help: 'Bank payments without an outcome: VERIFYING waits for the payer, PROCESSING for the bank',
  labelNames: ['state'] as const,
  registers,
})

/** 0 when there is none. */
export const oldestBankPayment = new Gauge({
  name: 'portal_bank_payments_oldest_seconds',
  help: 'Age of the oldest bank payment without an outcome',
  labelNames: ['state'] as const,
  registers,
})

/** 0 when none is. */
export const bankPaymentsOverdue = new Gauge({
  name: 'portal_bank_payments_overdue_seconds',
  help: 'How long ago the bank should have answered the bank payment that waits longest past its day',
  registers,
})

/** 0 up to half of it. */
export const returnLimitShare = new Gauge({
  name: 'portal_bank_return_limit_share',
  help: 'How much of Nacha’s limit the returns of 60 days use up, above half of it and from 3 returns on',
  labelNames: ['kind'] as const,
  registers,
})
