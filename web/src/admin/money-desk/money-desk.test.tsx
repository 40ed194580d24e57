import { readAdminSession } from '@portal/contract/admin-sign-in'
import { countAttention } from '@portal/contract/attention-count'
import { CalendarDate, Instant } from '@portal/contract/dates'
import { discrepancyKinds } from '@portal/contract/discrepancies'
import { AccountNumber } from '@portal/contract/ids'
import {
  type DeskPayment,
  decideGiveBack,
  type OpenDiscrepancy,
  listAttention,
  listDiscrepancies,
  movePayment,
  readDeskPayment,
  settleDiscrepancy,
} from '@portal/contract/money-desk'
import { moneyDeskTexts, paymentMoves } from '@portal/contract/money-desk-texts'
import { searchTransactionLogs } from '@portal/contract/one-payment'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { fill } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 3 }))
  server.replies(searchTransactionLogs, { result: [] })
})
afterEach(() => vi.unstubAllGlobals())

const open = (query = '') =>
  openPortal(`/admin-dashboard?view=reports&part=attention${query}`, { signedIn: { customer: false, admin: true } })

const discrepancy: OpenDiscrepancy = {
  id: 5,
  day: CalendarDate.parse('2026-11-20'),
  kind: 'paidButNotPosted',
  subject: 'W-77',
  gateway: null,
  portal: '42.50',
  billing: null,
  detail: 'It waits for an hour.',
  firstSeenAt: Instant.parse('2026-11-20T16:00:00.000Z'),
  paymentId: null,
}

const escalated: DeskPayment = {
  id: 17,
  reasons: ['escalated'],
  paidAt: Instant.parse('2026-11-20T22:00:00.000Z'),
  amount: '1234.50',
  accountId: AccountNumber.parse('0123456789'),
  accountCount: 2,
  receipt: '',
  brand: 'Visa',
  lastFour: '1111',
  mode: 'Online',
  standing: 'beingConfirmed',
  reference: 'G0123456789ABCDEF',
  accounts: [],
  moves: ['lookAgain', 'settleCharged', 'settleNotCharged'],
  giveBacks: [],
  discrepancies: [],
}

function counted(payments: number, discrepancies: number, isMore = false): void {
  server.replies(countAttention, { payments, discrepancies, isMore })
}

describe('how much needs attention', () => {
  test.each([
    [3, 0, false, 'Reports, 3 payments need attention'],
    [1, 0, false, 'Reports, 1 payment needs attention'],
    [1, 1, false, 'Reports, 2 cases need attention'],
    [999, 0, true, 'Reports, 999+ payments need attention'],
    [0, 0, false, 'Reports'],
  ])('%d payments and %d discrepancies stand on the tab', async (payments, discrepancies, isMore, name) => {
    counted(payments, discrepancies, isMore)
    open()
    expect(await screen.findByRole('link', { name })).toBeTruthy()
  })

  test.each([2, 4, 5] as const)('is not asked for level %d, which has no desk (A§6)', async (level) => {
    server.forget(readAdminSession)
    server.replies(readAdminSession, testAdmin({ level }))
    open()
    await screen.findByRole('heading', { level: 1, name: 'Reports' })
    expect(screen.getByRole('link', { name: 'Reports' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: moneyDeskTexts.title })).toBeNull()
    expect(screen.queryByRole('heading', { name: moneyDeskTexts.title })).toBeNull()
    expect(server.askedFor(countAttention)).toEqual([])
  })
})

describe('the lists', () => {
  test('say when nothing needs attention', async () => {
    counted(0, 0)
    server.replies(listAttention, { payments: [], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [], hasMore: false })
    open()
    expect(await screen.findByText(moneyDeskTexts.noPayments)).toBeTruthy()
    expect(await screen.findByText(moneyDeskTexts.noDiscrepancies)).toBeTruthy()
    // The parts of Reports are told apart in the browser's history.
    expect(document.title).toMatch(new RegExp(`^${moneyDeskTexts.title} – Reports – `))
  })

  test('continue after the last row', async () => {
    counted(2, 0)
    server.replies(listAttention, { payments: [escalated], hasMore: true })
    server.replies(listAttention, { payments: [{ ...escalated, id: 18, amount: '10.00' }], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [], hasMore: false })
    const user = open()
    expect(await screen.findByText('$1,234.50')).toBeTruthy()
    expect(screen.getByText('0123456789 and 1 more')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: moneyDeskTexts.more }))
    expect(await screen.findByText('$10.00')).toBeTruthy()
    // The button is gone.
    expect(document.activeElement?.textContent).toBe('2 payments shown, all there are')
    expect(server.askedFor(listAttention).map(({ address }) => address.searchParams.get('after'))).toEqual(['0', '17'])
  })

  test('let a discrepancy be settled with evidence only', async () => {
    counted(0, 1)
    server.replies(listAttention, { payments: [], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [discrepancy], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [], hasMore: false })
    const answer = server.holds(settleDiscrepancy, { settled: true })
    const user = open()
    const row = (await screen.findByText(discrepancyKinds.paidButNotPosted)).closest('tr')
    expect(row?.textContent).toContain('$42.50')
    await user.click(within(row ?? document.body).getByRole('button', { name: `${moneyDeskTexts.settle}: W-77` }))
    const dialog = screen.getByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: moneyDeskTexts.settle }))
    expect(within(dialog).getByText(moneyDeskTexts.reason)).toBeTruthy()
    await fill(user, within(dialog).getByLabelText(/What proves it/), 'card 4111 1111 1111 1111')
    expect(within(dialog).getByText(moneyDeskTexts.longNumber)).toBeTruthy()
    await user.clear(within(dialog).getByLabelText(/What proves it/))
    await fill(user, within(dialog).getByLabelText(/What proves it/), ' Posted by hand ')
    await user.click(within(dialog).getByRole('button', { name: moneyDeskTexts.settle }))
    // The dialog cannot be closed before the reply.
    await waitFor(() => expect(dialog.getAttribute('closedby')).toBe('none'))
    answer()
    await user.click(await screen.findByRole('button', { name: 'Okay' }))
    expect(server.askedFor(settleDiscrepancy)[0]?.body).toEqual({ evidence: 'Posted by hand' })
    expect(await screen.findByText(moneyDeskTexts.noDiscrepancies)).toBeTruthy()
  })

  test('let go of a discrepancy that somebody else has settled in the meantime', async () => {
    counted(0, 1)
    server.replies(listAttention, { payments: [], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [discrepancy], hasMore: false })
    server.replies(listDiscrepancies, { discrepancies: [], hasMore: false })
    server.refuses(settleDiscrepancy, 'not-open', settleDiscrepancy.problems['not-open'])
    const user = open()
    await user.click(await screen.findByRole('button', { name: `${moneyDeskTexts.settle}: W-77` }))
    const dialog = screen.getByRole('dialog')
    await fill(user, within(dialog).getByLabelText(/What proves it/), 'Posted by hand')
    await user.click(within(dialog).getByRole('button', { name: moneyDeskTexts.settle }))
    expect(await within(dialog).findByText(settleDiscrepancy.problems['not-open'].title)).toBeTruthy()
    expect(await screen.findByText(moneyDeskTexts.noDiscrepancies)).toBeTruthy()
  })
})

test('given there is no such payment, then the one thing offered is the way back', async () => {
  counted(0, 0)
  server.refuses(readDeskPayment, 'no-such-payment', readDeskPayment.problems['no-such-payment'])
  open('&payment=99')
  const refusal = await screen.findByRole('alert')
  expect(refusal.textContent).toContain(readDeskPayment.problems['no-such-payment'].title)
  expect(within(refusal).queryByRole('button')).toBeNull()
  expect(screen.getAllByRole('link', { name: moneyDeskTexts.back })).toEqual([within(refusal).getByRole('link')])
})

describe('a payment whose books differ', () => {
  const detail = 'In the portal POSTED; the billing system holds one payment, on account 9999999999.'
  const differing: DeskPayment = {
    ...escalated,
    reasons: [],
    moves: [],
    discrepancies: [{ ...discrepancy, gateway: '42.50', detail, paymentId: 17 }],
  }

  test('says what differs, and not that nothing needs to be done', async () => {
    counted(0, 1)
    server.replies(readDeskPayment, differing)
    open('&payment=17')
    expect(await screen.findByText(discrepancyKinds.paidButNotPosted)).toBeTruthy()
    expect(screen.getByText(`W-77. ${detail}`)).toBeTruthy()
    expect(screen.getByText('11/20/2026: Gateway $42.50, Portal $42.50')).toBeTruthy()
    expect(screen.queryByText(moneyDeskTexts.nothingToDo)).toBeNull()
  })

  test('is settled on its own page as in the list', async () => {
    counted(0, 1)
    server.replies(readDeskPayment, differing)
    server.replies(readDeskPayment, { ...differing, discrepancies: [] })
    server.replies(settleDiscrepancy, { settled: true })
    const user = open('&payment=17')
    await user.click(await screen.findByRole('button', { name: `${moneyDeskTexts.settle}: W-77` }))
    const dialog = screen.getByRole('dialog', { name: `${moneyDeskTexts.settle}: W-77` })
    await fill(user, within(dialog).getByLabelText(/What proves it/), 'Posted by hand')
    await user.click(within(dialog).getByRole('button', { name: moneyDeskTexts.settle }))
    await user.click(await screen.findByRole('button', { name: 'Okay' }))
    expect(server.askedFor(settleDiscrepancy)[0]?.body).toEqual({ evidence: 'Posted by hand' })
    expect(screen.getByText(moneyDeskTexts.nothingToDo)).toBeTruthy()
    expect(screen.queryByText(discrepancyKinds.paidButNotPosted)).toBeNull()
  })
})

describe('of what can be done about a payment', () => {
  test.each([
    ['asking a partner once more', ['sendAgain', 'askWasGivenBack'], 'sendAgain'],
    ['nothing that settles a refused refund', ['closeGiveBack', 'askWasGivenBack', 'askGiveBack'], null],
    ['nothing that gives back', ['askGiveBack'], null],
  ] as const)('%s stands out', async (_what, moves, first) => {
    counted(1, 0)
    server.replies(readDeskPayment, { ...escalated, moves: [...moves] })
    open('&payment=17')
    const buttons = await Promise.all(
      moves.map(async (move) => await screen.findByRole('button', { name: paymentMoves[move] })),
    )
    const standingOut = buttons.filter(({ dataset }) => dataset['look'] === 'primary')
    expect(standingOut.map(({ textContent }) => textContent)).toEqual(first ? [paymentMoves[first]] : [])
  })
})

describe('a payment that nobody knew for a day', () => {
  const start = async () => {
    counted(1, 0)
    server.replies(readDeskPayment, escalated)
    const user = open('&payment=17')
    await user.click(await screen.findByRole('button', { name: paymentMoves.settleCharged }))
    const dialog = within(screen.getByRole('dialog'))
    await fill(user, dialog.getByLabelText(/What proves it/), 'console, row 7')
    return {
      user,
      dialog,
      send: async () => await user.click(dialog.getByRole('button', { name: moneyDeskTexts.settle })),
    }
  }

  test("is settled as charged with the gateway's tag and authorization", async () => {
    const settled: DeskPayment = { ...escalated, reasons: [], moves: [], receipt: 'W-6001', standing: 'paid' }
    server.replies(movePayment, settled)
    const { user, dialog, send } = await start()
    server.forget(readDeskPayment)
    server.replies(readDeskPayment, settled)
    await send()
    expect(dialog.getByText(moneyDeskTexts.tag)).toBeTruthy()
    expect(server.askedFor(movePayment)).toEqual([])
    await fill(user, dialog.getByLabelText(/Transaction tag/), '6001')
    await fill(user, dialog.getByLabelText(/Authorization number/), 'ET60')
    await send()
    await user.click(await screen.findByRole('button', { name: 'Okay' }))
    expect(server.askedFor(movePayment)[0]?.body).toEqual({
      move: 'settleCharged',
      why: 'console, row 7',
      tag: '6001',
      authorization: 'ET60',
    })
    expect(screen.queryByRole('button', { name: paymentMoves.settleCharged })).toBeNull()
  })

  test('that the card network knows otherwise shows what it lists, and keeps what was typed', async () => {
    const detail =
      'The gateway lists a charge of $42.50, approved, tag 5001, authorization ET1. You have entered tag 6001.'
    server.refuses(movePayment, 'gateway-disagrees', { ...movePayment.problems['gateway-disagrees'], detail })
    const { user, dialog, send } = await start()
    await fill(user, dialog.getByLabelText(/Transaction tag/), '6001')
    await fill(user, dialog.getByLabelText(/Authorization number/), 'ET60')
    await send()
    expect((await dialog.findByRole('alert')).textContent).toContain(detail)
    expect(dialog.getByLabelText<HTMLInputElement>(/Transaction tag/).value).toBe('6001')
    expect(dialog.getByLabelText<HTMLInputElement>(/Authorization number/).value).toBe('ET60')
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/What proves it/).value).toBe('console, row 7')
  })

  test('that the card network cannot tell is not settled before a second person agrees, who sees what was entered', async () => {
    const request = {
      id: 5,
      amount: '1234.50',
      reason: 'console, row 7',
      requestedBy: 'ana',
      requestedAt: escalated.paidAt,
      kind: 'settleCharged',
      tag: '6001',
      authorization: 'ET60',
      gatewaySaid: 'the search failed: down',
      isOwn: true,
      state: 'ASKED',
      decidedBy: '',
      decidedAt: null,
      note: '',
    } as const satisfies DeskPayment['giveBacks'][number]
    const asked: DeskPayment = {
      ...escalated,
      reasons: ['escalated', 'giveBackAsked'],
      moves: [],
      giveBacks: [request],
    }
    server.replies(movePayment, asked)
    const { user, dialog, send } = await start()
    await fill(user, dialog.getByLabelText(/Transaction tag/), '6001')
    await fill(user, dialog.getByLabelText(/Authorization number/), 'ET60')
    server.forget(readDeskPayment)
    server.replies(readDeskPayment, { ...asked, giveBacks: [{ ...request, isOwn: false }] })
    server.refuses(decideGiveBack, 'gateway-disagrees', decideGiveBack.problems['gateway-disagrees'])
    await send()
    expect(await screen.findByText(moneyDeskTexts.needsSecond)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Okay' }))
    await user.click(await screen.findByRole('button', { name: moneyDeskTexts.approveCharged }))
    const second = within(screen.getByRole('dialog'))
    for (const shown of [/console, row 7/, '6001', 'ET60', 'Could not say: the search failed: down']) {
      expect(second.getByText(shown)).toBeTruthy()
    }
    await user.click(second.getByRole('button', { name: 'Settle $1,234.50' }))
    expect(await second.findByText(decideGiveBack.problems['gateway-disagrees'].title)).toBeTruthy()
  })

  test('that somebody else has settled in the meantime says so, and is fetched again with its history', async () => {
    server.refuses(movePayment, 'not-now', movePayment.problems['not-now'])
    const { user, dialog, send } = await start()
    await fill(user, dialog.getByLabelText(/Transaction tag/), '6001')
    await fill(user, dialog.getByLabelText(/Authorization number/), 'ET60')
    await send()
    expect(await dialog.findByText(movePayment.problems['not-now'].title)).toBeTruthy()
    await waitFor(() => expect(server.askedFor(readDeskPayment).length).toBeGreaterThan(1))
    expect(server.askedFor(searchTransactionLogs).length).toBeGreaterThan(1)
  })
})

describe('a charge that the card network refuses to give back', () => {
  const refused: DeskPayment = { ...escalated, reasons: ['giveBackRefused'], moves: ['sendAgain', 'askWasGivenBack'] }
  const request = {
    id: 5,
    amount: '42.50',
    reason: 'console, row 7',
    requestedBy: 'ana',
    requestedAt: escalated.paidAt,
    kind: 'wasGivenBack',
    tag: '',
    authorization: '',
    gatewaySaid: '',
    isOwn: false,
    state: 'ASKED',
    decidedBy: '',
    decidedAt: null,
    note: '',
  } as const satisfies DeskPayment['giveBacks'][number]

  test('is said to have been given back in the console, with its tag and what proves it', async () => {
    counted(1, 0)
    server.replies(readDeskPayment, refused)
    server.replies(movePayment, refused)
    const user = open('&payment=17')
    await user.click(await screen.findByRole('button', { name: paymentMoves.askWasGivenBack }))
    const dialog = within(screen.getByRole('dialog'))
    const send = async () => await user.click(dialog.getByRole('button', { name: paymentMoves.askWasGivenBack }))
    await fill(user, dialog.getByLabelText(/What proves it/), 'console, row 7')
    await send()
    expect(dialog.getByText(moneyDeskTexts.tag)).toBeTruthy()
    await fill(user, dialog.getByLabelText(/Transaction tag/), '6001')
    await send()
    await user.click(await screen.findByRole('button', { name: 'Okay' }))
    expect(server.askedFor(movePayment).map(({ body }) => body)).toEqual([
      { move: 'askWasGivenBack', why: 'console, row 7', tag: '6001' },
    ])
  })

  test.each([
    ['ben', 'ben said no'],
    ['ana', 'ana took the request back'],
  ])('is asked by ana, and %s decides against it: %s', async (decidedBy, words) => {
    counted(0, 0)
    const decided = {
      ...request,
      state: 'REJECTED',
      decidedBy,
      decidedAt: escalated.paidAt,
      note: 'row 7 is another',
    } as const
    server.replies(readDeskPayment, { ...refused, giveBacks: [decided] })
    open('&payment=17')
    expect(await screen.findByText(new RegExp(`^${words}, `))).toBeTruthy()
  })

  test('is recorded by a second person, who is told what follows', async () => {
    counted(1, 0)
    server.replies(readDeskPayment, { ...refused, giveBacks: [request] })
    server.replies(decideGiveBack, refused)
    const user = open('&payment=17')
    expect(await screen.findByText(/said that \$42.50 was given back in the gateway’s console/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: moneyDeskTexts.approveWasGivenBack }))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(/see for yourself in the gateway’s console/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Record $42.50' }))
    expect(await screen.findByText(/recorded as given back/)).toBeTruthy()
    expect(server.askedFor(decideGiveBack)[0]?.body).toEqual({ decision: 'approve' })
  })
})
