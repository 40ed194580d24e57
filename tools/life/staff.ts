import { askForRefund } from '@portal/contract/asked-refunds'
import { moveBroadcast, saveBroadcast } from '@portal/contract/broadcasts'
import { searchWebUser } from '@portal/contract/customer-password'
import { decideApprovalRequest, findPayment, actOnPayment } from '@portal/contract/exceptions'
import { pauseCallersAutopay, searchPhonedInAccounts } from '@portal/contract/phoned-in'
import type Stripe from 'stripe'
import type { Deed } from './customers.ts'
import { type Card, type PaidOnline, type People, ask } from './people.ts'

/** Callers pay by phone. */
export function callersPay(count: number, card: Card = 'mastercard'): Deed {
  return async (people) => {
    if (count === 0) return
    const clerk = await people.clerk('demo.service')
    for (let made = 0; made < count; made += 1) {
      people.goOn()
      const bill = people.nextBill()
      if (!bill) return
      const { number, owed } = bill
      await ask(clerk, searchPhonedInAccounts.path, { accountIds: [number] })
      await people.checkOut(clerk, [{ accountId: number, amount: owed }], card)
    }
  }
}

/** Of a payment made before: the newest is 0. */
function paymentBefore({ paid }: People, nth: number): PaidOnline {
  const payment = paid.at(-1 - nth)
  if (!payment) throw new Error('No payment was made before')
  return payment
}

async function idOf(people: People, { receipt }: PaidOnline): Promise<string> {
  const finance = await people.clerk('demo.finance')
  return String(findPayment.reply.parse(await ask(finance, findPayment.path, { receipt })).id)
}

/** Customer service asks finance for a refund of a payment made before. */
export function serviceAsksForRefund(nth: number, why: string): Deed {
  return async (people) => {
    const id = await idOf(people, paymentBefore(people, nth))
    const clerk = await people.clerk('demo.service')
    await ask(clerk, askForRefund.path.replace(':id', id), { why })
  }
}

/** Finance requests it, and a super admin approves it, rejects it or has not looked yet. */
export function refund(nth: number, why: string, decision: 'approve' | 'reject' | 'none'): Deed {
  return async (people) => {
    const path = actOnPayment.path.replace(':id', await idOf(people, paymentBefore(people, nth)))
    const finance = await people.clerk('demo.finance')
    const { approvalRequests } = actOnPayment.reply.parse(await ask(finance, path, { action: 'requestRefund', why }))
    const request = approvalRequests[0]
    if (!request) throw new Error('No refund was requested')
    if (decision === 'none') return
    const boss = await people.clerk('demo.super')
    const because =
      decision === 'reject' ? { decision, why: 'The second payment was for the next bill.' } : { decision }
    await ask(boss, decideApprovalRequest.path.replace(':id', String(request.id)), because)
    await people.past.work('woken')
  }
}

/** The bank of the card takes the money back, or only asks. */
export function disputed(nth: number, status: Stripe.Dispute.Status = 'needs_response'): Deed {
  return async (people) => {
    const { stripe } = people.past
    await stripe.bank.dispute(paymentBefore(people, nth).tag, { status, reason: 'fraudulent' })
  }
}

/** The bank decides the oldest dispute that is still open. */
export function disputeDecided(status: 'won' | 'lost'): Deed {
  return async ({ past: { stripe } }) => {
    const open = [...stripe.books.disputes.values()].find((dispute) => dispute.status === 'needs_response')
    if (open) await stripe.bank.decide(open.id, status)
  }
}

/** The bank fears that the card was stolen. */
export function warned(nth: number): Deed {
  return async (people) => void (await people.past.stripe.bank.warn(paymentBefore(people, nth).tag))
}

/** The bank of the card returns the newest refund: the account is closed. */
export function refundReturned(): Deed {
  return async ({ past: { stripe } }) => {
    const newest = [...stripe.books.refunds.values()].at(-1)
    if (newest) await stripe.bank.returnRefund(newest.id)
  }
}

/** The billing system rejects what is posted while these deeds are done. */
export function postingsRejected(...deeds: Deed[]): Deed {
  return async (people) => {
    people.past.office.rejectsPostings = true
    for (const deed of deeds) await deed(people)
    await people.past.work('woken')
    people.past.office.rejectsPostings = false
  }
}

export function clerkPausesAutopay(username: string, why: string): Deed {
  return async (people) => {
    const { account: accountId } = await people.customer(username)
    const clerk = await people.clerk('demo.service')
    await ask(clerk, searchPhonedInAccounts.path, { accountIds: [accountId] })
    await ask(clerk, pauseCallersAutopay.path, { accountId, why })
  }
}

interface Words {
  subject: string
  body: string
  text: string
}

/** Written by the announcement group, approved by a super admin; or still a draft. */
export function writesToCustomers(words: Words, end: 'approve' | 'ask' | 'draft'): Deed {
  return async (people) => {
    const writer = await people.clerk('demo.news')
    const channels = ['email', 'text']
    const saved = await ask(writer, saveBroadcast.path, { ...words, channels, villages: null })
    const { id, version } = saveBroadcast.reply.parse(saved)
    if (end === 'draft') return
    const path = moveBroadcast.path.replace(':id', String(id))
    const asked = moveBroadcast.reply.parse(await ask(writer, path, { version, move: 'ask' }))
    if (end === 'ask') return
    const boss = await people.clerk('demo.super')
    await ask(boss, path, { version: asked?.version, move: 'approve' })
    await people.past.work('woken')
  }
}

export function looksUpCustomer(username: string): Deed {
  return async (people) => {
    const { account: accountId } = await people.customer(username)
    const clerk = await people.clerk('demo.service')
    await ask(clerk, searchWebUser.path, { accountId, division: people.past.deps.profile.division })
  }
}
