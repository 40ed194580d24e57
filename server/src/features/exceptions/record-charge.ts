import { parseArgs } from 'node:util'
import { exceptionLevels } from '@portal/contract/admin-levels'
import { formatInstant } from '@portal/contract/dates'
import { AccountNumber } from '@portal/contract/ids'
import { dollars, parseDecimalCents, sumCents } from '@portal/contract/money'
import { Why } from '@portal/contract/reason'
import type { ChargeRecord, PaidAccount } from '../../adapters/payment-gateway/port-records.ts'
import type { PaymentGateway, ReportedTransaction } from '../../adapters/payment-gateway/port.ts'
import { longDigits } from '../../database/long-digits.ts'
import type { FoundCharge } from '../../database/tables/manual-actions.ts'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../foundation/audit.ts'
import { type CommandIo, type ExitCode, parsedOrNull, withOpened } from '../../foundation/command-line.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { emailApproversOfCharge } from './approval-emails.ts'
import { openRecording } from './approval-requests.ts'
import type { Requester } from './open-request.ts'

const usage = `portal record-charge TAG --as USERNAME --reason TEXT [--account NUMBER=AMOUNT ...]
  Requests that a charge which only the gateway has, as after a restore, becomes a payment of the portal. Another admin
  approves it in Exceptions, Discrepancies. Charges nothing. Run portal reconcile for its day first.
  TAG         transaction tag that portal reconcile prints
  --as        admin of level ${exceptionLevels.join(' or ')} who requests it
  --account   only for a charge that does not name its accounts: each of them, in the order of its receipts
`

type RecordingDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'profile' | 'paymentGateway' | 'billing' | 'wake'>

/** Why nothing is requested, as a sentence. */
class NotRequested extends Error {}

/** `portal record-charge`: exit code 1 when nothing was requested. */
export async function recordChargeCommand(words: readonly string[], io: CommandIo<RecordingDeps>): Promise<ExitCode> {
  const asked = askedOf(words)
  if (!asked) {
    io.write(usage)
    return 2
  }
  return await withOpened(io, async (deps) => {
    try {
      const charge = await requestRecording(deps, asked)
      io.write(`${requestedText(deps, charge)}\n`)
      return 0
    } catch (error) {
      if (!(error instanceof NotRequested)) throw error
      io.write(`${error.message}\n`)
      return 1
    }
  })
}

interface Asked {
  tag: string
  username: string
  reason: string
  accounts: PaidAccount[]
}

function askedOf(words: readonly string[]): Asked | null {
  const text = { type: 'string' } as const
  const options = { as: text, reason: text, account: { type: 'string', multiple: true } } as const
  const parsed = parsedOrNull(() => parseArgs({ args: [...words], allowPositionals: true, options }))
  const [tag, ...more] = parsed?.positionals ?? []
  const reason = Why.safeParse(parsed?.values.reason)
  const accounts = (parsed?.values.account ?? []).map(accountOf)
  const known = accounts.flatMap((account) => account ?? [])
  const username = parsed?.values.as
  if (!tag || more.length > 0 || !username || !reason.success || known.length < accounts.length) return null
  return { tag, username, reason: reason.data, accounts: known }
}

function accountOf(text: string): PaidAccount | null {
  const [number, amount = ''] = text.split('=')
  const accountId = AccountNumber.safeParse(number)
  const cents = parseDecimalCents(amount)
  return accountId.success && cents !== null && cents > 0 ? { accountId: accountId.data, amount: cents } : null
}

async function requestRecording(deps: RecordingDeps, asked: Asked): Promise<FoundCharge> {
  const { db, clock, wake } = deps
  const by = await requesterOf(deps, asked.username)
  const charge = await findCharge(deps, asked)
  const { reason } = asked
  await db.transaction().execute(async (tx) => {
    const at = clock.now()
    const id = await openRecording(tx, charge, { by, reason, at })
    if (id === null) throw new NotRequested('This was requested before. Another admin must approve it in Exceptions')
    await emailApproversOfCharge(tx, deps, { id, charge, by, reason, at })
    const event = {
      actor: { kind: 'admin', id: by.adminUserId, name: by.username },
      action: 'recording-asked',
      subject: `charge ${charge.tag}`,
      after: {
        why: reason,
        amount: dollars(charge.amount),
        accounts: charge.accounts.map(({ accountId }) => accountId).join(', '),
      },
    } as const
    await recordAudit(tx, event, { clientAddress: '', requestId: 'portal record-charge' }, at)
  })
  wake(emailWork)
  return charge
}

async function requesterOf({ db }: RecordingDeps, username: string): Promise<Requester> {
  const admin = await db
    .selectFrom('admin_user')
    .select(['id', 'username', 'level'])
    .where((where) => where(where.fn('lower', ['username']), '=', username.toLowerCase()))
    .executeTakeFirst()
  if (!admin || !exceptionLevels.some((level) => level === admin.level)) {
    throw new NotRequested(`${username} is no admin of level ${exceptionLevels.join(' or ')}`)
  }
  return { adminUserId: admin.id, username: admin.username }
}

/** As the gateway lists it now. */
async function findCharge(deps: RecordingDeps, { tag, accounts: given }: Asked): Promise<FoundCharge> {
  const { db, clock, paymentGateway } = deps
  const found = await db
    .selectFrom('open_discrepancy')
    .select('day')
    .where('kind', '=', 'chargedButNotRecorded')
    .where('transaction_tag', '=', tag)
    .executeTakeFirst()
  if (!found)
    throw new NotRequested(`No open discrepancy is about a charge ${tag}. Run portal reconcile for its day first`)
  const listed = await listedCharge(paymentGateway, found.day, tag)
  const { record, amount, reference } = listed
  if (!record?.brand) throw new NotRequested('The gateway does not say by which card and how this was charged')
  const accounts = accountsOf(record, given)
  if (sumCents([record.fee, ...accounts.map((account) => account.amount)]) !== amount) {
    throw new NotRequested(`The amounts do not add up to the charge of ${dollars(amount)}`)
  }
  const { accounts: _, ...facts } = { ...record, brand: record.brand }
  const scrubbed = { ...facts, cardHolder: facts.cardHolder.replace(longDigits(12), '#') }
  const about = { gateway: paymentGateway.name, tag, reference, amount, listedAt: clock.now() }
  return { ...about, ...scrubbed, accounts: await withLocations(deps, accounts) }
}

async function listedCharge(
  paymentGateway: PaymentGateway,
  day: Parameters<PaymentGateway['report']>[0],
  tag: string,
): Promise<ReportedTransaction> {
  const report = await paymentGateway.report(day)
  if (report.outcome === 'unavailable') throw new NotRequested(`The gateway does not answer: ${report.reason}`)
  const charge = report.transactions.find(
    (each) => each.tag === tag && each.kind === 'purchase' && each.status === 'approved',
  )
  if (!charge)
    throw new NotRequested(`The gateway lists no charge ${tag} on ${day}. Run portal reconcile for its day first`)
  return charge
}

function accountsOf({ accounts }: ChargeRecord, given: readonly PaidAccount[]): readonly PaidAccount[] {
  if (accounts && given.length > 0) throw new NotRequested('The charge names its accounts. Leave out --account')
  if (accounts) return accounts
  if (given.length === 0) throw new NotRequested('The charge names no accounts. Give each with --account NUMBER=AMOUNT')
  if (new Set(given.map(({ accountId }) => accountId)).size < given.length) {
    throw new NotRequested('An account is there twice')
  }
  return given
}

async function withLocations(
  { billing }: RecordingDeps,
  accounts: readonly PaidAccount[],
): Promise<FoundCharge['accounts']> {
  const found = await billing.findAccounts(accounts.map(({ accountId }) => accountId))
  const locations = new Map(found.map(({ accountId, serviceLocation }) => [accountId, serviceLocation]))
  const missing = accounts.filter(({ accountId }) => !locations.has(accountId))
  if (missing.length > 0) {
    const numbers = missing.map(({ accountId }) => accountId).join(', ')
    throw new NotRequested(`Not in the billing system: ${numbers}. Refund the charge at the gateway instead`)
  }
  return accounts.map((account) => ({ ...account, serviceLocation: locations.get(account.accountId) ?? '' }))
}

function requestedText({ profile }: RecordingDeps, charge: FoundCharge): string {
  const { amount, brand, lastFour, chargedAt, accounts } = charge
  return [
    `Requested: record ${dollars(amount)}, charged ${formatInstant(profile, chargedAt)}, ${brand} ending in ${lastFour}, for`,
    ...accounts.map((account) => `  ${account.accountId}  ${dollars(account.amount)}  ${account.serviceLocation}`),
    'Another admin must approve it in Exceptions, Discrepancies.',
  ].join('\n')
}
