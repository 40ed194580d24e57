export interface ReplyFacts {
  status: number
  /** Digest right, XML strict, reference ours. False for non-201 replies, which are plain text. */
  trusted: boolean
  lockedOut: boolean
  /** EXact code: of the XML, or the `(NN)` of a plain-text refusal. Empty when there is none. */
  exactCode: string
  /** Transaction_Approved and Transaction_Error; null when the field is neither `true` nor `false`. */
  approved: boolean | null
  error: boolean | null
  /** Bank_Resp_Code; empty when there is none. */
  bankCode: string
  /** Approved in US dollars for exactly our amount, and not in part. */
  wholeAmount: boolean
}

interface ReplyRule {
  /** In words; for `unknown` it is passed on as the reason. */
  observation: string
  /** Every condition named here must hold. */
  when: {
    statuses?: readonly number[]
    exactCodes?: readonly string[]
    bankCodes?: readonly string[]
    trusted?: boolean
    lockedOut?: boolean
    approved?: boolean
    error?: boolean
    wholeAmount?: boolean
  }
  outcome: 'charged' | 'declined' | 'notCharged' | 'unknown'
  operatorAlarm?: true
}

/** No answer from the bank's network, or no code at all: the charge may still go through. */
const noBankAnswer = ['000', ''] as const

/** Gateway filters that refuse a card or reverse its hold: CVV, address, fraud and volume rules. */
export const filterCodes: readonly string[] = '08 44 F1 F2 F3 F4 F5 F6 29 33 34 35 36 37 38 39 45 46 47 48 60 93'.split(
  ' ',
)

/** The gateway did not understand a field and processed nothing. */
export const validationCodes: readonly string[] = '22 25 26 27 28 31 32 57 58 63 64 65 66 67 69'.split(' ')

/** For charges and reversals (tools/gateway-simulator/README.md). The first fitting rule decides; the last fits all. */
export const replyRules: readonly ReplyRule[] = [
  {
    observation: 'the reply is damaged or doesn’t match the request',
    when: { statuses: [201], trusted: false },
    outcome: 'unknown',
  },
  {
    observation: 'approved for another amount, another currency or in part',
    when: { statuses: [201], exactCodes: ['00'], approved: true, wholeAmount: false },
    outcome: 'unknown',
    operatorAlarm: true,
  },
  {
    observation: 'approved without an answer of the bank',
    when: { statuses: [201], exactCodes: ['00'], approved: true, bankCodes: noBankAnswer },
    outcome: 'unknown',
  },
  {
    observation: 'approved',
    when: { statuses: [201], exactCodes: ['00'], approved: true, error: false, wholeAmount: true },
    outcome: 'charged',
  },
  {
    observation: 'no answer from the bank',
    when: { statuses: [201], exactCodes: ['00'], approved: false, bankCodes: noBankAnswer },
    outcome: 'unknown',
  },
  {
    observation: 'declined by the bank',
    when: { statuses: [201], exactCodes: ['00'], approved: false },
    outcome: 'declined',
  },
  {
    observation: 'declined by a gateway filter',
    when: { statuses: [201], exactCodes: filterCodes, approved: false },
    outcome: 'declined',
  },
  {
    observation: 'locked out after too many failures',
    when: { statuses: [400, 401, 403, 429], lockedOut: true },
    outcome: 'notCharged',
    operatorAlarm: true,
  },
  {
    observation: 'our gateway credentials were rejected',
    when: { statuses: [401, 403] },
    outcome: 'notCharged',
    operatorAlarm: true,
  },
  {
    observation: 'the gateway rejected a field',
    when: { statuses: [400], exactCodes: validationCodes },
    outcome: 'notCharged',
  },
  {
    // The status says that it is a fault inside the gateway. So it proves nothing, but waiting will not repair it.
    observation: 'the gateway couldn’t connect to its processor',
    when: { statuses: [500], exactCodes: ['43'] },
    outcome: 'unknown',
    operatorAlarm: true,
  },
  { observation: 'the reply doesn’t state the outcome', when: {}, outcome: 'unknown' },
]

export function ruleFor(facts: ReplyFacts): ReplyRule {
  const rule = replyRules.find(({ when }) => fits(when, facts))
  if (!rule) throw new RangeError('The last rule must fit everything')
  return rule
}

function fits(when: ReplyRule['when'], facts: ReplyFacts): boolean {
  return (
    (when.statuses?.includes(facts.status) ?? true) &&
    (when.exactCodes?.includes(facts.exactCode) ?? true) &&
    (when.bankCodes?.includes(facts.bankCode) ?? true) &&
    (when.trusted ?? facts.trusted) === facts.trusted &&
    (when.lockedOut ?? facts.lockedOut) === facts.lockedOut &&
    (when.approved ?? facts.approved) === facts.approved &&
    (when.error ?? facts.error) === facts.error &&
    (when.wholeAmount ?? facts.wholeAmount) === facts.wholeAmount
  )
}
