/** What people may be asked, besides the account number, to prove that an account is theirs (docs/security.md). */
export const proofNames = ['zip', 'lastName', 'lastBillAmount', 'lastPayment', 'houseNumber', 'pin'] as const
export type ProofName = (typeof proofNames)[number]

/** Paying as a guest, or registering. */
export type ProofPurpose = 'payNow' | 'registration'

/** All of a list are asked. */
export type ProofPolicy = Readonly<Record<ProofPurpose, readonly ProofName[]>>

/** C§2.3, C§2.6. */
export const specifiedProof: ProofPolicy = { payNow: ['zip'], registration: ['zip'] }

interface ProofField {
  readonly proof: ProofName
  readonly label: string
  /** A fragment. */
  readonly hint: string
  /** Of a field left empty, or that cannot be read. */
  readonly error: string
  readonly inputMode: 'text' | 'numeric' | 'decimal'
}

/** The fields of each proof, under their names in the calls. Those of the zip code have words of the specification. */
export const proofFields = {
  postal: {
    proof: 'zip',
    label: 'Billing zip code',
    hint: '5 digits, from the mailing address on your bill.',
    error: 'Please enter your zip code.',
    inputMode: 'numeric',
  },
  lastName: {
    proof: 'lastName',
    label: 'Last name',
    hint: 'Or the name of the business, as on your bill',
    error: 'Please enter the last name on your bill.',
    inputMode: 'text',
  },
  lastBillAmount: {
    proof: 'lastBillAmount',
    label: 'Amount of your last bill',
    hint: 'The total, such as 80.53',
    error: 'Please enter the total of your last bill, such as 80.53.',
    inputMode: 'decimal',
  },
  lastPaymentAmount: {
    proof: 'lastPayment',
    label: 'Amount of your last payment',
    hint: 'Such as 80.53, not counting payments made on this site',
    error: 'Please enter the amount of your last payment, such as 80.53.',
    inputMode: 'decimal',
  },
  lastPaymentDate: {
    proof: 'lastPayment',
    label: 'Date of your last payment',
    hint: 'MM/DD/YYYY',
    error: 'Please enter the date of your last payment as MM/DD/YYYY.',
    inputMode: 'numeric',
  },
  houseNumber: {
    proof: 'houseNumber',
    label: 'House number',
    hint: 'Of the service address, such as 123',
    error: 'Please enter the house number of your service address.',
    inputMode: 'numeric',
  },
  pin: {
    proof: 'pin',
    label: 'PIN',
    hint: 'Printed on your bill',
    error: 'Please enter the PIN on your bill, at least 4 letters or numbers.',
    inputMode: 'text',
  },
} as const satisfies Readonly<Record<string, ProofField>>
export type ProofFieldName = keyof typeof proofFields

/** For proofs other than the zip code alone, whatever differs. */
export const proofTexts = {
  differs: 'What you entered doesn’t match our records. Check your bill and try again.',
  none: 'This account can’t be registered online, because we can’t verify that it’s yours. Call customer service at {phone}.',
} as const

let policy = specifiedProof

/** Once, before anything is parsed: a process and a page serve one utility. */
export function setProof(given: ProofPolicy = specifiedProof): void {
  policy = given
}

export function askedProofs(purpose: ProofPurpose): readonly ProofName[] {
  return policy[purpose]
}

/** In the order of the profile. */
export function askedFields(purpose: ProofPurpose): ProofFieldName[] {
  return policy[purpose].flatMap((proof) => fieldNames.filter((name) => proofFields[name].proof === proof))
}

/** By any form. */
export function isZipAsked(): boolean {
  return policy.payNow.includes('zip') || policy.registration.includes('zip')
}

/** As specified, so its words are, too. */
export function asksOnlyZip(purpose: ProofPurpose): boolean {
  return policy[purpose].every((proof) => proof === 'zip')
}

const fieldNames = Object.keys(proofFields).filter(isFieldName)

function isFieldName(name: string): name is ProofFieldName {
  return Object.hasOwn(proofFields, name)
}
