import { readAccountSummary } from '@portal/contract/account-summary'
import { acceptAutopay, endAutopay, listAutopay, readAgreementWords } from '@portal/contract/autopay'
import { epochOf } from '@portal/contract/dates'
import { readDetailsToEdit, updateUserDetails } from '@portal/contract/edit-account'
import { emailReportsPath } from '@portal/contract/email-reports'
import { sendTicket } from '@portal/contract/help-and-support'
import { cents } from '@portal/contract/money'
import {
  chooseNotification,
  type NotificationKind,
  type NotificationChannel,
  proveAddress,
  sendProof,
} from '@portal/contract/notifications'
import { choosePaperless } from '@portal/contract/paperless'
import { readAccountToPay } from '@portal/contract/pay-now'
import { beginSaving, listSavedMethods, removeMethod } from '@portal/contract/saved-methods'
import { schedulePayment } from '@portal/contract/scheduled-payments'
import { listSurvey, submitSurvey } from '@portal/contract/survey'
import { bounceMessage } from '@portal/server/messages/testing/reports.ts'
import { postReport } from '../mail-catcher/reports.ts'
import { type Card, type Customer, type FromBank, type People, ask } from './people.ts'

/** One thing that people do, at the portal's own calls. */
export type Deed = (people: People) => Promise<void>

/** Visitors pay what an account owes, in the course of the day. */
export function guestsPay(count: number, card: Card = 'visa'): Deed {
  return async (people) => {
    for (let made = 0; made < count; made += 1) {
      const bill = people.nextBill()
      if (!bill) return
      people.goOn(20 + ((bill.owed + made) % 40))
      // Now and then somebody pays a part, and not everyone wants a receipt.
      const amount = made % 6 === 5 ? cents(Math.ceil(bill.owed / 2)) : bill.owed
      await people.payAsGuest(bill, amount, card, made % 3 === 0)
    }
  }
}

/** The same from a bank account: a login at the bank, unless its numbers were typed. */
export function guestPaysFromBank(account: FromBank['account'], isTyped = false): Deed {
  return async (people) => {
    const bill = people.nextBill()
    if (!bill) return
    people.goOn()
    await people.payAsGuest(bill, bill.owed, { account, isTyped }, true)
  }
}

/** Logged in, what the first account owes; nothing when it owes nothing. */
export function pays(username: string, card: Card = 'visa'): Deed {
  return async (people) => {
    const customer = await people.customer(username)
    const owed = await owedBy(customer)
    if (owed > 0) await people.checkOut(customer, [{ accountId: customer.account, amount: owed }], card)
  }
}

/** The first accounts that owe something, in one payment. */
export function paysSeveral(username: string, most: number): Deed {
  return async (people) => {
    const customer = await people.customer(username)
    const { accounts } = readAccountSummary.reply.parse(await ask(customer, readAccountSummary.path, {}))
    const owing = accounts.flatMap((row) => (row.isComplete && row.amount > 0 && row.cashOnlyFlag === 'N' ? [row] : []))
    const cart = owing.slice(0, most).map(({ accID: accountId, amount }) => ({ accountId, amount }))
    if (cart.length > 0) await people.checkOut(customer, cart, 'mastercard')
  }
}

async function owedBy(customer: Customer): Promise<number> {
  return readAccountToPay.reply.parse(await ask(customer, readAccountToPay.path, { accountId: customer.account }))
    .amount
}

export function savesCard(username: string, card: Card = 'visa', name = ''): Deed {
  return async (people) => {
    const customer = await people.customer(username)
    const typed = await people.typed(card, 'J Cruz')
    await ask(customer, beginSaving.path, { ...typed, name })
  }
}

export function removesCard(username: string): Deed {
  return async (people) => {
    const customer = await people.customer(username)
    await ask(customer, removeMethod.path.replace(':id', String(await cardOf(customer))), {})
  }
}

async function cardOf(customer: Customer): Promise<number> {
  const { cards } = listSavedMethods.reply.parse(await ask(customer, listSavedMethods.path))
  if (!cards[0]) throw new Error(`${customer.username} has no saved card`)
  return cards[0].id
}

/** With the saved card, on the due date unless some days before it. */
export function turnsOnAutopay(username: string, { daysBefore = 0, most = null as number | null } = {}): Deed {
  return async (people) => {
    const customer = await people.customer(username)
    const rule = daysBefore === 0 ? 'dueDate' : 'daysBefore'
    const day = { rule, number: daysBefore }
    const terms = { savedCardId: await cardOf(customer), day, most, endsOn: null }
    const asked = { accountId: customer.account, terms }
    const { sha256 } = readAgreementWords.reply.parse(await ask(customer, readAgreementWords.path, asked))
    await ask(customer, acceptAutopay.path, { ...asked, words: { sha256 } })
  }
}

export function turnsOffAutopay(username: string): Deed {
  return async (people) => {
    const customer = await people.customer(username)
    const { agreements } = listAutopay.reply.parse(await ask(customer, listAutopay.path))
    for (const { id } of agreements) await ask(customer, endAutopay.path.replace(':id', String(id)), {})
  }
}

/** With the saved card. */
export function schedules(username: string, inDays: number, amount: number): Deed {
  return async (people) => {
    const customer = await people.customer(username)
    const order = { payOn: people.day(inDays), savedMethod: await cardOf(customer), key: people.newKey() }
    await ask(customer, schedulePayment.path, { ...order, accounts: [{ accountId: customer.account, amount }] })
  }
}

/** With the code that was sent there. */
export function confirmsEmail(username: string): Deed {
  return async (people) => {
    const customer = await people.customer(username)
    // Or those of the deeds before would come with it, in any order.
    await people.past.work('woken')
    const sent = sendProof.reply.parse(await ask(customer, sendProof.path, { channel: 'email' }))
    await people.past.work('woken')
    const mail = await people.past.mail.newestTo(sent.address)
    await ask(customer, proveAddress.path, { channel: 'email', code: codeIn(mail?.text) })
  }
}

export function confirmsNumber(username: string, number: string): Deed {
  return async (people) => {
    const customer = await people.customer(username)
    await ask(customer, sendProof.path, { channel: 'text', number })
    await people.past.work('woken')
    const text = people.past.texts.messages.list().findLast(({ to }) => to.endsWith(number.replaceAll('-', '')))
    await ask(customer, proveAddress.path, { channel: 'text', code: codeIn(text?.body) })
  }
}

function codeIn(text = ''): string {
  return /\b\d{6}\b/.exec(text)?.[0] ?? ''
}

export function chooses(username: string, channel: NotificationChannel, ...kinds: NotificationKind[]): Deed {
  return async (people) => {
    const customer = await people.customer(username)
    for (const kind of kinds)
      await ask(customer, chooseNotification.path, { accountId: 'all', kind, channel, isOn: true })
  }
}

export function goesPaperless(username: string, isOn = true): Deed {
  return async (people) => {
    const customer = await people.customer(username)
    await ask(customer, choosePaperless.path, { accountId: 'all', isOn })
    await people.past.work('woken')
  }
}

/** The mail server of the customer says that there is no such mailbox. */
export function newestEmailBounces(username: string): Deed {
  return async (people) => {
    const { deps, mail, address } = people.past
    const { email } = await people.customer(username)
    const newest = await mail.newestTo(email)
    const { EMAIL_REPORT_SECRET: [secret = ''] = [] } = deps.config
    const bounce = bounceMessage({ to: newest?.sender ?? '', diagnostic: '550 5.1.1 No such user' })
    await postReport(bounce, { secret, url: `${address}${emailReportsPath}`, now: () => epochOf(deps.clock.now()) })
  }
}

/** The phone of this number replies. */
export function replies(number: string, words: string): Deed {
  return async (people) => await people.past.texts.reply(`+1${number.replaceAll('-', '')}`, words)
}

export function changesPhone(username: string, mobile: string): Deed {
  return async (people) => await edit(people, username, { mobile })
}

/** An office has the record open: the billing system rejects the change. */
export function changesPhoneInVain(username: string, mobile: string): Deed {
  return async (people) => {
    people.past.office.rejectsChanges = true
    await edit(people, username, { mobile })
    people.past.office.rejectsChanges = false
  }
}

async function edit(people: People, username: string, change: { mobile: string }): Promise<void> {
  const customer = await people.customer(username)
  const asked = { personId: customer.person, division: people.past.deps.profile.division }
  const { details } = readDetailsToEdit.reply.parse(await ask(customer, readDetailsToEdit.path, asked)).result
  const { personId, accountId, emailAddress, home, work, version, contactNumbers } = details
  const sequenceOf = (type: string) => contactNumbers.find((phone) => phone.type === type)?.sequence ?? ''
  const sequences = {
    sequenceHome: sequenceOf('HOME-PHONE'),
    sequenceMobile: sequenceOf('MOBILE'),
    sequenceWork: sequenceOf('BUSN-PHONE'),
  }
  const same = {
    personId,
    accountId,
    emailAddress,
    home,
    work,
    version,
    CharacteristicValue: details.characteristicValue,
  }
  const reply = await ask(customer, updateUserDetails.path, { ...same, ...sequences, ...change })
  const { data } = updateUserDetails.reply.parse(reply)
  if (data.status === 'Failed') throw new Error(data.description)
  await people.past.work('woken')
}

export function fillsInSurvey(username: string): Deed {
  return async (people) => {
    const customer = await people.customer(username)
    const { surveyList } = listSurvey.reply.parse(await ask(customer, listSurvey.path)).result
    const answers = surveyList.map(({ sequence, possibleAnswers }) => {
      const value = possibleAnswers[sequence % Math.max(1, possibleAnswers.length)]?.value
      return [`surveyAns${sequence}`, value ?? 'Paying by phone worked well. Thank you.']
    })
    const who = { personId: customer.person, username, fullName: 'Cruz, J' }
    await ask(customer, submitSurvey.path, { ...who, ...Object.fromEntries(answers) })
  }
}

export function writesToService(username: string, message: string): Deed {
  return async (people) => {
    const customer = await people.customer(username)
    const who = { personId: customer.person, accountId: customer.account, fullName: 'J Cruz' }
    const mail = { emailAddress: `${username}@example.com`, contactType: 'COMPLAINT', message }
    await ask(customer, sendTicket.path, { ...who, ...mail, cis_division: people.past.deps.profile.division })
    await people.past.work('woken')
  }
}
