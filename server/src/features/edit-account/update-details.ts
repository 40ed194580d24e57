import type { Instant } from '@portal/contract/dates'
import { type DetailsToUpdate, editAccountTexts as texts } from '@portal/contract/edit-account'
import type { Db, Tx } from '../../database/connect.ts'
import type { Deps } from '../../deps.ts'
import { actorOf, recordAudit } from '../../foundation/audit.ts'
import { deliverChangesOf } from '../../foundation/contact-changes/delivery.ts'
import { changesAnything, queueContactChange } from '../../foundation/contact-changes/queue.ts'
import { hashSecret, matchesSecret } from '../../foundation/credentials/hashing.ts'
import { voidMailedLinks } from '../../foundation/credentials/replace-password.ts'
import { consume } from '../../foundation/rate-limits/rate-limits.ts'
import { hasAccess } from '../../foundation/sessions/accounts.ts'
import { requireStillAllowed } from '../../foundation/sessions/still-allowed.ts'
import { profileFor } from '../../messages/language.ts'
import { emailWork } from '../../messages/outbox/message.ts'
import { queueEmail } from '../../messages/outbox/queue-email.ts'
import { refuseCommonly } from '../../refusal.ts'
import { customerEmail, type NewEmail } from '../../wording/customer-email.ts'
import { momentIn } from '../../wording/email-layout.ts'
import { type OwnRecord, readOwnRecord } from './read-details.ts'
import { type Editor, readAnswerHash, reauthenticationRefusal } from './reauthenticate.ts'
import { type EditResult, type RequestedEdit, isOutdated, requestedEdit } from './requested-edit.ts'

const saved: EditResult = { status: 'Success', description: texts.saved }
/** Nothing was saved: somebody else saved something first. */
const changedMeanwhile: EditResult = { status: 'Failed', description: texts.changedMeanwhile, isOutdated: true }

/** C§2.5, C§7; billing may follow later. @throws Refusal: not theirs, too many; HashQueueFull; BillingSystemDown */
export async function updateDetails(deps: Deps, editor: Editor, fields: DetailsToUpdate): Promise<EditResult> {
  const { customer } = editor
  const { personId, accountId } = fields
  if (personId !== customer.personId || !(await hasAccess(deps.db, customer.id, accountId))) {
    throw refuseCommonly('not-allowed')
  }
  await consume(deps, 'detailEditsPerCustomer', String(customer.webUserId))
  const record = await readOwnRecord(deps, customer, accountId)
  if (!record) throw refuseCommonly('not-found')
  if (isOutdated(record, fields)) return await resultOfOutdated(deps, editor, record, fields)
  const edit = requestedEdit(record, fields)
  if ('refused' in edit) return edit.refused
  if (edit.question && !(await isQuestion(deps.db, edit.question.id))) {
    return { status: 'Failed', description: texts.questionRequired, field: 'CharacteristicValue' }
  }
  const unproven = await reauthenticationRefusal(deps, editor, edit, fields.currentPassword)
  if (unproven) return unproven
  if (await save(deps, editor, record, edit)) return saved
  // Perhaps this one, sent twice.
  const newer = await readOwnRecord(deps, customer, accountId)
  return newer ? await resultOfOutdated(deps, editor, newer, fields) : changedMeanwhile
}

/** @returns false when another edit was saved since the record was read, and nothing of this one */
async function save(
  deps: Deps,
  { customer, origin }: Editor,
  record: OwnRecord,
  edit: RequestedEdit,
): Promise<boolean> {
  if (!edit.question && !changesAnything(edit.contact)) return true
  const answerHash = edit.question && (await hashSecret(edit.question.answer))
  const now = deps.clock.now()
  const { timeZone } = deps.profile
  const isSaved = await deps.db.transaction().execute(async (tx) => {
    if (!(await countEdit(tx, customer.webUserId, record.detailsVersion))) return false
    await requireStillAllowed(tx, customer)
    if (edit.question && answerHash) {
      await replaceQuestion(tx, customer.webUserId, { questionId: edit.question.id, answerHash }, now)
    }
    // Strangers may read the old mailbox: leave them no way in there.
    if (edit.contact.emailAddress !== undefined) await voidMailedLinks(tx, customer.webUserId)
    await queueContactChange(tx, edit.contact, { timeZone, now })
    const profile = await profileFor(tx, deps.profile, customer)
    for (const email of noticesOf(profile, record, edit, now)) await queueEmail(tx, email, now)
    const event = {
      actor: actorOf(customer),
      action: 'customer-details-changed',
      after: { changed: changedIn(edit) },
    } as const
    await recordAudit(tx, event, origin, now)
    return true
  })
  if (!isSaved) return false
  deps.wake(emailWork)
  await deliverChangesOf(deps, customer.personId)
  return true
}

/** Names only: the audit log holds nobody's address. */
function changedIn({ contact, question }: RequestedEdit): string[] {
  const { personId: _person, phones, ...details } = contact
  return [
    ...Object.keys(details).map((name) => (name === 'emailAddress' ? 'e-mail' : name)),
    ...phones.map(({ action, type }) => `${action} ${type}`),
    ...(question ? ['security question'] : []),
  ]
}

/** To the old and the new address, so that the owner hears of a theft. */
function noticesOf(
  profile: Deps['profile'],
  { person }: OwnRecord,
  { contact, question }: RequestedEdit,
  now: Instant,
): NewEmail[] {
  const { emailAddress: after, phones, address } = contact
  const when = momentIn(profile, now)
  const recipients = [person.emailAddress ?? [], after ?? []].flat()
  const changed = (what: string) => (recipient: string) =>
    customerEmail(profile, { template: 'contact-changed', recipient }, { what, when })
  const told = (template: 'email-changed' | 'security-question-changed') => (recipient: string) =>
    customerEmail(profile, { template, recipient }, { when })
  return [
    ...(after === undefined ? [] : recipients.map(told('email-changed'))),
    ...(phones.length === 0 ? [] : recipients.map(changed('phones'))),
    ...(address === undefined ? [] : recipients.map(changed('address'))),
    ...(question ? recipients.slice(0, 1).map(told('security-question-changed')) : []),
  ]
}

/** All on file: this edit was sent again. Anything else would overwrite another. @throws HashQueueFull */
async function resultOfOutdated(
  deps: Deps,
  editor: Editor,
  record: OwnRecord,
  fields: DetailsToUpdate,
): Promise<EditResult> {
  const edit = requestedEdit(record, fields)
  if ('refused' in edit || changesAnything(edit.contact)) return changedMeanwhile
  if (!edit.question) return saved
  if (edit.question.id !== record.question.id) return changedMeanwhile
  // Whether an answer is the right one is told only to whoever may change it.
  const unproven = await reauthenticationRefusal(deps, editor, edit, fields.currentPassword)
  if (unproven) return unproven
  const isOnFile = await matchesSecret(await readAnswerHash(deps.db, editor.customer.webUserId), edit.question.answer)
  return isOnFile ? saved : changedMeanwhile
}

async function isQuestion(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('security_question').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** @returns false when another one was counted since `detailsVersion` was read */
async function countEdit(tx: Tx, webUserId: number, detailsVersion: number): Promise<boolean> {
  const counted = await tx
    .updateTable('web_user')
    .set({ details_version: detailsVersion + 1 })
    .where('id', '=', webUserId)
    .where('details_version', '=', detailsVersion)
    .executeTakeFirst()
  return counted.numUpdatedRows === 1n
}

async function replaceQuestion(
  tx: Tx,
  webUserId: number,
  { questionId, answerHash }: { questionId: number; answerHash: string },
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('web_user')
    .set({ security_question_id: questionId, security_answer_hash: answerHash, question_changed_at: now })
    .where('id', '=', webUserId)
    .execute()
}
