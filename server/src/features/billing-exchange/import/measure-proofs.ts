import type { ProofName, ProofPolicy, ProofPurpose } from '@portal/contract/proof'
import type pg from 'pg'
import { RefusedExtract } from './read-lines.ts'
import { incomingSchema as incoming } from './staging.ts'

/** Of the profile, where it names one. */
export interface ProfileProof {
  policy: ProofPolicy
  /** Of digests (foundation/proof.ts). */
  secret: string
}

/** How well what is asked tells accounts apart. */
export interface MeasuredProof {
  purpose: ProofPurpose
  /** All of which are asked. */
  proofs: readonly ProofName[]
  accounts: number
  /** Accounts that lack one of them. */
  empty: number
  /** Different answers, and the accounts that the commonest of them opens. */
  answers: number
  commonest: number
}

/** @param secrets a table by account with digests that are equal for equal secrets, if there is one */
export async function measureProofs(
  client: pg.Client,
  policy: ProofPolicy,
  secrets: string | undefined,
): Promise<MeasuredProof[]> {
  const known = new Map<string, Promise<Omit<MeasuredProof, 'purpose' | 'proofs'>>>()
  const measured: MeasuredProof[] = []
  for (const purpose of ['payNow', 'registration'] as const) {
    const each = policy[purpose].length > 1 ? policy[purpose].map((proof) => [proof]) : []
    for (const proofs of [policy[purpose], ...each]) {
      const counting = known.get(proofs.join()) ?? countAnswers(client, proofs, secrets)
      known.set(proofs.join(), counting)
      measured.push({ purpose, proofs, ...(await counting) })
    }
  }
  return measured
}

/** What the registration of a profile that names its proof may not do, however much an import is forced. @throws RefusedExtract */
export function refuseCommonAnswer(measured: readonly MeasuredProof[], policy: ProofPolicy): void {
  const all = ({ proofs, purpose }: MeasuredProof) => proofs.length === policy[purpose].length
  for (const { purpose, proofs, accounts, empty, commonest } of measured.filter(all)) {
    const names = proofs.join(' and ')
    if (accounts > 0 && empty === accounts)
      throw new RefusedExtract(`No account has ${names}, which the profile asks for (proof.${purpose})`)
    if (purpose === 'registration' && isCommon(commonest, accounts, 1 / 50))
      throw new RefusedExtract(
        `The commonest answer to ${names} registers ${commonest} of ${accounts} accounts, more than 1 in 50. Choose another proof.registration in the profile`,
      )
  }
}

/** A sentence, null where there is nothing to say. */
export function warningOf({ purpose, proofs, accounts, answers, commonest }: MeasuredProof): string | null {
  if (purpose !== 'payNow' || proofs.length > 1) return null
  const isFewZips = proofs.includes('zip') && answers < fewestZips
  return isFewZips || isCommon(commonest, accounts, 1 / 4)
    ? `Warning: ${proofs.join()} alone tells few accounts apart in Pay Now. Consider another proof.payNow in the profile.`
    : null
}

const fewestZips = 21

/** A value that a single account has is not common, however few accounts there are. */
function isCommon(commonest: number, accounts: number, most: number): boolean {
  return commonest > 1 && commonest > accounts * most
}

async function countAnswers(client: pg.Client, proofs: readonly ProofName[], secrets: string | undefined) {
  const asked = proofs.map((proof) => answerOf[proof](secrets))
  const { rows } = await client.query<Record<'accounts' | 'empty' | 'answers' | 'commonest', string>>(`
    select coalesce(sum(times), 0) as accounts, coalesce(sum(times) filter (where answer is null), 0) as empty,
      count(answer) as answers, coalesce(max(times) filter (where answer is not null), 0) as commonest
    from (
      select ${asked.map(({ value }) => `(${value})`).join(` || ' ' || `)} as answer, count(*) as times
      from ${incoming}.account account
      ${[...new Set(asked.flatMap(({ joins }) => joins))].join('\n')}
      group by 1) as counted`)
  const [row] = rows
  return {
    accounts: Number(row?.accounts),
    empty: Number(row?.empty),
    answers: Number(row?.answers),
    commonest: Number(row?.commonest),
  }
}

interface Answer {
  /** SQL of a text, null where there is none. */
  value: string
  joins: readonly string[]
}

const person = [
  `join ${incoming}.account_person link on link.account_id = account.account_id and link.is_main`,
  `join ${incoming}.person person on person.person_id = link.person_id`,
]
const ofSecrets = (secrets: string) => `left join ${secrets} secret on secret.account = account.account_id`

/** `cruz` of `Maria Cruz`, `Maria Cruz Jr.` and `Cruz, Maria`. */
export const familyName = (column: string): string => String.raw`lower(regexp_replace(split_part(
  regexp_replace(${column}, '[, ]+(inc|llc|ltd|corp|co|jr|sr|ii|iii|iv)\.?$', '', 'i'), ',', 1), '^.* ', ''))`

/** As foundation/proof.ts compares them, but for spellings. */
const answerOf: Readonly<Record<ProofName, (secrets: string | undefined) => Answer>> = {
  zip: () => ({
    value: `nullif(trim(split_part(case link.bill_address_source when 'PREM' then mailing.postal
      when 'ACOV' then link.override_postal else person.postal end, '-', 1)), '')`,
    joins: [...person, `left join ${incoming}.premise mailing on mailing.premise_id = account.mailing_premise_id`],
  }),
  lastName: () => ({ value: `nullif(${familyName('trim(person.full_name)')}, '')`, joins: person }),
  lastBillAmount: () => ({
    value: 'case when ending_cents > 0 then ending_cents::text end',
    joins: [
      `left join (select distinct on (account_id) account_id, ending_cents from ${incoming}.bill
        order by account_id, bill_date desc, bill_id desc) newest on newest.account_id = account.account_id`,
    ],
  }),
  lastPayment: (secrets) => ({
    value: secrets ? `secret.last_payment || ' ' || secret.last_payment_date` : `cents || ' ' || paid_on`,
    joins: [
      secrets
        ? ofSecrets(secrets)
        : `left join (select distinct on (account_id) account_id, -sum(current_cents) as cents, max(arrears_date) as paid_on
            from ${incoming}.financial_transaction where transaction_type in ('PS', 'PX')
            group by account_id, coalesce(parent_id, transaction_id)
            having sum(current_cents) < 0 and count(external_reference) = 0
            order by account_id, paid_on desc, coalesce(parent_id, transaction_id) desc) payment
          on payment.account_id = account.account_id`,
    ],
  }),
  houseNumber: () => ({
    value: String.raw`substring(served.address1 from '[1-9]\d*')`,
    joins: [
      `left join (select distinct on (account_id) account_id, premise_id from ${incoming}.service_agreement
        order by account_id, status in ('20', '30', '50') desc, start_date desc, agreement_id) agreement
      on agreement.account_id = account.account_id
      left join ${incoming}.premise served on served.premise_id = coalesce(agreement.premise_id, account.mailing_premise_id)`,
    ],
  }),
  pin: (secrets) =>
    secrets ? { value: 'secret.pin', joins: [ofSecrets(secrets)] } : { value: 'null::text', joins: [] },
}
