import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { AccountNumber } from '@portal/contract/ids'
import { type ProofName, type ProofPurpose, askedProofs } from '@portal/contract/proof'
import { placeOf } from '@portal/contract/text'
import { type TypedProof, lastNamesOf, readProof } from '@portal/contract/typed-proof'
import type { BillingAccount, ProofsOnFile } from '../adapters/billing-system/port.ts'
import type { Deps } from '../deps.ts'
import { zipOf } from './billing-address.ts'

/** An account with what can prove that it is someone's. */
export interface ProvableAccount {
  account: BillingAccount
  onFile: ProofsOnFile
}

/** Null when there is no such account, after the same work. @throws BillingSystemDown */
export async function findProvable(
  { billing }: Pick<Deps, 'billing'>,
  purpose: ProofPurpose,
  id: AccountNumber,
): Promise<ProvableAccount | null> {
  const isOnFile = askedProofs(purpose).some((proof) => beside.includes(proof))
  const [account, onFile] = await Promise.all([billing.findAccount(id), isOnFile ? billing.proofsOf(id) : nothing])
  return account && { account, onFile }
}

/** What an account does not say itself. */
const beside: readonly ProofName[] = ['lastBillAmount', 'lastPayment', 'pin']
const nothing: ProofsOnFile = { lastBill: null, lastPayment: null, lastPaymentDigest: null, pinDigest: null }

/** Whether everything the profile asks for this purpose is on file and was typed right. */
export function isProven(deps: Needed, purpose: ProofPurpose, of: ProvableAccount, typed: TypedProof): boolean {
  return askedProofs(purpose).every((proof) => proofs[proof](of, deps.config.LINK_SECRET)?.(typed) ?? false)
}

/** Whether anything that is asked is missing on file, so that nothing typed can be right. */
export function lacksProof(deps: Needed, purpose: ProofPurpose, of: ProvableAccount): boolean {
  return askedProofs(purpose).some((proof) => proofs[proof](of, deps.config.LINK_SECRET) === null)
}

interface Needed {
  config: Pick<Deps['config'], 'LINK_SECRET'>
}

type IsRight = (typed: TypedProof) => boolean

/** Null where the account has none. */
const proofs: Readonly<Record<ProofName, (of: ProvableAccount, secret: string) => IsRight | null>> = {
  zip: ({ account }) => {
    const zip = readProof.postal(zipOf(account.mailing))
    return zip === null ? null : ({ postal }) => postal === zip
  },
  lastName: ({ account }) => {
    const names = lastNamesOf(account.person.fullName)
    return names.size === 0 ? null : ({ lastName }) => names.has(lastName)
  },
  lastBillAmount: ({ onFile: { lastBill } }) =>
    lastBill === null || lastBill <= 0 ? null : ({ lastBillAmount }) => lastBillAmount === String(lastBill),
  lastPayment: ({ account, onFile: { lastPayment, lastPaymentDigest } }, secret) => {
    if (lastPaymentDigest)
      return ({ lastPaymentAmount, lastPaymentDate }) =>
        isSame(lastPaymentDigest, account, [
          secretDigest(secret, 'last_payment', lastPaymentAmount),
          secretDigest(secret, 'last_payment_date', lastPaymentDate),
        ])
    return (
      lastPayment &&
      (({ lastPaymentAmount, lastPaymentDate }) =>
        lastPaymentAmount === String(lastPayment.amount) && lastPaymentDate === lastPayment.date)
    )
  },
  houseNumber: ({ account }) => {
    const number = readProof.houseNumber(placeOf(account.serviceLocation))
    return number === null ? null : ({ houseNumber }) => houseNumber === number
  },
  pin: ({ account, onFile: { pinDigest } }, secret) =>
    pinDigest && (({ pin }) => isSame(pinDigest, account, [secretDigest(secret, 'pin', pin)])),
}

/** Columns of billing files of which only digests are kept. */
export const secretColumns = ['pin', 'last_payment', 'last_payment_date'] as const
export type SecretColumn = (typeof secretColumns)[number]

/** In hexadecimal digits, equal for equal values: what an import counts. The database never gets the value. */
export function secretDigest(secret: string, column: SecretColumn, value: string): string {
  return createHmac('sha256', secret).update(`proof ${column} ${value}`).digest('hex')
}

/** With the kept one, which the import makes of an account number and digests (layout/fill-ledger.ts). */
function isSame(kept: Buffer, { accountId }: BillingAccount, digests: readonly string[]): boolean {
  return timingSafeEqual(
    kept,
    createHash('sha256')
      .update([accountId, ...digests].join(' '))
      .digest(),
  )
}
