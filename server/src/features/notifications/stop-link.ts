import { timingSafeEqual } from 'node:crypto'
import { accountEnd } from '@portal/contract/account-shape'
import type { AccountNumber } from '@portal/contract/ids'
import type { NotificationChannel } from '@portal/contract/notifications'
import type { StopAbout } from '@portal/contract/sent-notifications'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import type { Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { type AuditOrigin, guestActor, recordAudit } from '../../foundation/audit.ts'
import { forget } from '../../messages/choices/choices.ts'
import { stopMailbox, stopToken } from '../../messages/outbox/names.ts'
import { isNeededOnPaperless, isPaperless, takeBack, tellBilling } from '../../paperless/choose.ts'

type Needed = Pick<Deps, 'db' | 'clock'> & { profile: Pick<Deps['profile'], 'timeZone'> }
type Secret = Pick<Deps['config'], 'LINK_SECRET'>

/** Stops messages like the one whose token it is. As often as it is asked. False for a token not ours. */
export async function stopByToken(
  deps: Needed & { config: Secret },
  token: string,
  origin: AuditOrigin,
): Promise<boolean> {
  const id = messageOf(deps.config, token)
  if (id === null) return false
  await stopLike(deps, id, origin)
  return true
}

/** What that would stop; null for a message that is swept away. `unknown` for a token not ours. */
export async function readStopAbout(
  { db, config }: Pick<Deps, 'db'> & { config: Secret },
  token: string,
): Promise<StopAbout | null | 'unknown'> {
  const id = messageOf(config, token)
  if (id === null) return 'unknown'
  const { rows } = await sql<Omit<StopAbout, 'accountEnd'> & { account: AccountNumber }>`
    select kind, channel, account_id as account, ${isPaperless('notification')} as "bringsPaper"
    from notification where id = ${id}`.execute(db)
  const [found] = rows
  if (!found) return null
  const { account, ...about } = found
  return { ...about, accountEnd: accountEnd(account) }
}

/** The message whose token it is; null for one not ours. */
function messageOf(config: Secret, token: string): number | null {
  const id = Number(/^([1-9]\d{0,14})\./.exec(token)?.[1] ?? Number.NaN)
  return Number.isSafeInteger(id) && isSame(token, stopToken(config, id)) ? id : null
}

const recipients = new Set(['to', 'delivered-to', 'x-original-to', 'envelope-to'])

/** The same for an email that went to such a mailbox. False for any other. */
export async function stopByMail(
  deps: Needed & { config: Secret & Pick<Deps['config'], 'BOUNCE_DOMAIN'> },
  raw: Uint8Array,
  origin: AuditOrigin,
): Promise<boolean> {
  const { LINK_SECRET, BOUNCE_DOMAIN } = deps.config
  if (BOUNCE_DOMAIN === undefined) return false
  const { headers } = await PostalMime.parse(raw).catch(() => ({ headers: [] }))
  const to = headers.filter(({ key }) => recipients.has(key)).map(({ value }) => value.slice(0, 1000).toLowerCase())
  const [found = '', id = ''] = /\bstop-([1-9]\d{0,14})-[0-9a-f]{32}@[a-z0-9.-]+/.exec(to.join('\n')) ?? []
  if (found === '' || !isSame(found, stopMailbox({ LINK_SECRET, BOUNCE_DOMAIN }, Number(id)))) return false
  await stopLike(deps, Number(id), origin)
  return true
}

/** For its account and recipient. */
async function stopLike(deps: Needed, id: number, origin: AuditOrigin): Promise<void> {
  const { db, clock } = deps
  const about = await db
    .selectFrom('notification')
    .select(['web_user_id', 'account_id', 'kind', 'channel'])
    .where('id', '=', id)
    .executeTakeFirst()
  // Swept away after a year: what it was about was stopped or not long ago, and the link is still ours.
  if (!about) return
  const { kind, channel, account_id: account } = about
  if (kind === 'test') return
  await db.transaction().execute(async (tx) => {
    if (kind === 'billReady' && channel === 'email') await paperInstead(tx, deps, about, origin)
    const accounts = kind === 'announcement' ? await allWith(tx, about) : [account]
    const stopped = await forget(tx, about.web_user_id, { kind, channel, accounts }, isNeededOnPaperless)
    if (stopped === 0) return
    if (kind !== 'announcement') {
      const choice = { web_user_id: about.web_user_id, account_id: account, kind, channel }
      await tx
        .insertInto('stopped_choice')
        .values({ ...choice, stopped_at: clock.now() })
        .onConflict((known) => known.doNothing())
        .execute()
    }
    const after = { kind, channel, isOn: false, by: 'link' }
    await recordAudit(
      tx,
      { actor: guestActor, action: 'notifications-changed', subject: account, after },
      origin,
      clock.now(),
    )
  })
}

/** An announcement is not about an account: the next one would come for another. */
async function allWith(
  tx: Tx,
  { web_user_id: webUserId, channel }: { web_user_id: number; channel: NotificationChannel },
): Promise<AccountNumber[]> {
  const chosen = tx
    .selectFrom('notification_choice')
    .select('account_id')
    .where('web_user_id', '=', webUserId)
    .where('kind', '=', 'announcement')
    .where('channel', '=', channel)
  return (await chosen.execute()).map((row) => row.account_id)
}

/** Without these emails, paperless bills would reach nobody: they go by mail again. */
async function paperInstead(
  tx: Tx,
  { clock, profile }: Needed,
  { web_user_id: webUserId, account_id: account }: { web_user_id: number; account_id: AccountNumber },
  origin: AuditOrigin,
): Promise<void> {
  const accounts = await takeBack(tx, webUserId, [account])
  if (accounts.length === 0) return
  const now = clock.now()
  const user = tx.selectFrom('web_user').select('person_id').where('id', '=', webUserId)
  const { person_id: personId } = await user.executeTakeFirstOrThrow()
  await tellBilling(tx, { personId, accounts, route: 'POSTAL' }, { timeZone: profile.timeZone, now })
  const after = { isOn: false, by: 'link' }
  await recordAudit(tx, { actor: guestActor, action: 'paperless-changed', subject: account, after }, origin, now)
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
