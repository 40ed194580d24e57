import type { DetailsToUpdate } from '@portal/contract/edit-account'
import { editAccountTexts as texts } from '@portal/contract/edit-account-texts'
import type { Deps } from '../../deps.ts'
import { changesAnything } from '../../foundation/contact-changes/queue.ts'
import { matchesSecret } from '../../foundation/credentials/hashing.ts'
import type { OwnRecord } from './own-record.ts'
import { type Editor, whyNotProven } from './prove-owner.ts'
import { readAnswerHash } from './queries.ts'
import { type EditResult, wantedEdit } from './wanted-edit.ts'

/** What an edit was asked for is on file. */
export const saved: EditResult = { status: 'Success', description: texts.saved }
/** Nothing was saved, because somebody else saved something first. */
export const changedMeanwhile: EditResult = { status: 'Failed', description: texts.changedMeanwhile, isOutdated: true }

/**
 * The result of an edit of details that have changed since they were read. If all that it asks for is on file, it is the
 * edit that was saved, sent again because its answer was lost. Anything else would overwrite what somebody else saved.
 * @throws TooManyHashes
 */
export async function resultOfOutdated(
  deps: Deps,
  editor: Editor,
  record: OwnRecord,
  fields: DetailsToUpdate,
): Promise<EditResult> {
  const edit = wantedEdit(record, fields)
  if ('refused' in edit || changesAnything(edit.contact)) return changedMeanwhile
  if (!edit.question) return saved
  if (edit.question.id !== record.question.id) return changedMeanwhile
  // Whether an answer is the right one is told only to whoever may change it.
  const unproven = await whyNotProven(deps, editor, edit, fields.currentPassword)
  if (unproven) return unproven
  const isOnFile = await matchesSecret(await readAnswerHash(deps.db, editor.customer.webUserId), edit.question.answer)
  return isOnFile ? saved : changedMeanwhile
}
