import { cents } from '@portal/contract/money'
import { expect } from 'vitest'
import { type TestDesk, home } from './desk.ts'
import { noAnswer } from './partners.ts'

const minute = 60_000
const hour = 60 * minute

export const proof = { why: 'gateway console, row 7', tag: '5001', authorization: 'ET000001' }
export const evidence = { action: 'resolveCharged', ...proof }
export const notCharged = { action: 'resolveNotCharged', why: 'the bank has no such charge' } as const

export function listed(tag: string, kind: 'purchase' | 'void') {
  return {
    tag,
    reference: '',
    amount: cents(4_250),
    kind,
    status: 'approved' as const,
    authorization: 'ET000001',
    at: '',
  }
}

/** Payments whose outcome nobody knows, and their resolution by two people. */
export function escalations(desk: TestDesk) {
  /** A payment of unknown outcome, an hour and a minute after its charge. */
  async function unknownPayment(answer = noAnswer, accounts: readonly string[] = [home]): Promise<number> {
    desk.partners.answer = answer
    desk.partners.found = { outcome: 'unavailable', reason: 'the search is away' }
    const id = await desk.pay(accounts)
    await desk.pass(61 * minute)
    await desk.work()
    return id
  }

  return {
    unknownPayment,
    async escalatedPayment(answer = noAnswer, accounts: readonly string[] = [home]): Promise<number> {
      const id = await unknownPayment(answer, accounts)
      await desk.pass(24 * hour)
      await desk.work()
      return id
    },
    /** Two people settle it while the gateway cannot say. */
    async settledByTwo(id: number, wanted: object): Promise<void> {
      const { body } = await desk.move(id, wanted)
      expect((await desk.decide(body.approvalRequests[0]?.id ?? 0, { decision: 'approve' })).status).toBe(200)
    },
  }
}
