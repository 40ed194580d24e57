import type { ReplyOf } from '@portal/contract/call'
import type { BillingAddress } from '@portal/contract/contact'
import type { CalendarDate } from '@portal/contract/dates'
import {
  type DetailsToUpdate,
  type updateUserDetails,
  ChangedAddress,
  EditableTexts,
  editableTexts,
  editAccountTexts as texts,
} from '@portal/contract/edit-account'
import { answerToCompare } from '@portal/contract/sign-in-texts'
import { type RequestedChange, phoneChanges } from '../../foundation/contact-changes/queue.ts'
import { refuseCommonly } from '../../refusal.ts'
import type { OwnRecord } from './read-details.ts'

/** Shown as a success or danger message (C§8). */
export type EditResult = ReplyOf<typeof updateUserDetails>['data']

export interface RequestedEdit {
  contact: RequestedChange
  /** Null leaves both as they are. */
  question: { id: number; answer: string } | null
}

/** Or why it cannot be changed (C§2.5, C§5). @throws Refusal `invalid` for a changed address that breaks its rules */
export function requestedEdit(record: OwnRecord, fields: DetailsToUpdate): RequestedEdit | { refused: EditResult } {
  const answer = answerToCompare(fields.Answer)
  const id = Number(fields.CharacteristicValue)
  if (id !== record.question.id && answer === '') {
    return { refused: { status: 'Failed', description: texts.answerRequired, field: 'Answer' } }
  }
  const address = addressOf(fields)
  const isNewAddress = address !== null && !isSameAddress(address, record.address)
  if (isNewAddress && record.source !== 'PER') {
    return { refused: { status: 'Failed', description: texts.addressFixed, field: 'address1' } }
  }
  const checked = isNewAddress ? ChangedAddress.safeParse({ ...address, address2: address.address2 ?? '' }) : null
  if (checked?.error) {
    const errors = checked.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
    throw refuseCommonly('invalid', { errors })
  }
  return {
    contact: {
      personId: record.person.personId,
      ...changedTexts(record, fields),
      ...(isNewAddress && { address }),
      phones: phoneChanges(record.person.phones, phoneFields(fields)),
    },
    question: answer === '' ? null : { id, answer },
  }
}

function changedTexts({ person }: OwnRecord, fields: DetailsToUpdate): Partial<EditableTexts> {
  return EditableTexts.partial().parse(
    Object.fromEntries(
      editableTexts.filter((name) => fields[name] !== person[name]).map((name) => [name, fields[name]]),
    ),
  )
}

/** The version or an effective date is newer than what the page read. */
export function isOutdated(record: OwnRecord, fields: DetailsToUpdate): boolean {
  if (fields.version !== undefined && fields.version !== record.version) return true
  return (
    isNewer(record.question.changedOn, fields.oldDateQuestion) ||
    isNewer(record.question.changedOn, fields.oldDateAnswer) ||
    isNewer(record.person.previousEmail?.replacedOn, fields.oldDateEmail)
  )
}

/** A page that did not say what it read cannot be outdated; an empty text says that there was nothing. */
function isNewer(now: CalendarDate | undefined, read: CalendarDate | '' | undefined): boolean {
  return now !== undefined && read !== undefined && now > read
}

function addressOf(fields: DetailsToUpdate): BillingAddress | null {
  const { address1, address2 = '', city, postal, state, country = 'USA' } = fields
  if (address1 === undefined || city === undefined || postal === undefined || state === undefined) return null
  return { address1, address2: address2 === '' ? null : address2, city, state, postal, country }
}

function isSameAddress(one: BillingAddress, other: BillingAddress | null): boolean {
  return (['address1', 'address2', 'city', 'state', 'postal'] as const).every(
    (line) => (one[line] ?? '') === (other?.[line] ?? '').trim(),
  )
}

function phoneFields(fields: DetailsToUpdate): Parameters<typeof phoneChanges>[1] {
  return [
    { type: 'HOME-PHONE', number: fields.home, isDeleted: fields.isDeletedHome, sequence: fields.sequenceHome },
    { type: 'MOBILE', number: fields.mobile, isDeleted: fields.isDeletedMobile, sequence: fields.sequenceMobile },
    { type: 'BUSN-PHONE', number: fields.work, isDeleted: fields.isDeletedWork, sequence: fields.sequenceWork },
  ]
}
