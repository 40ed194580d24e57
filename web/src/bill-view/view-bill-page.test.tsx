import { readBillImage, readLinkedBillImage, viewBill, viewLinkedBill } from '@portal/contract/bill-view'
import { billViewTexts } from '@portal/contract/bill-view-texts'
import { Instant } from '@portal/contract/dates'
import { PersonId } from '@portal/contract/ids'
import { readSession } from '@portal/contract/sign-in'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { billOfTotal, testBill } from '#testing/bill.ts'
import { testServer } from '#testing/server.ts'

const person = '1234567890'
const signedIn = { signedIn: { customer: true, admin: false } }

beforeEach(() => {
  localStorage.setItem('personId', person)
  vi.stubGlobal('close', vi.fn())
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

function address(differences: Record<string, string> = {}): string {
  const search = { id: String(Date.now() - 1000), user: person, 'bill-id': '012345678901', ...differences }
  return `/view-bill?${new URLSearchParams(search).toString()}`
}

const heading = async () => await screen.findByRole('heading', { level: 1, name: 'Water bill' })
const told = async () => (await screen.findByRole('alertdialog')).textContent
const ok = () => screen.getByRole('button', { name: 'OK' })

describe('a bill of the signed-in customer', () => {
  test('is shown with its fields, tables, chart and bar code, and the way back to My Bills of its account (C§2.7)', async () => {
    const server = testServer()
    server.replies(viewBill, testBill())
    openPortal(address(), signedIn)
    await heading()
    expect(server.askedFor(viewBill).map((asked) => asked.body)).toEqual([{ billId: '012345678901' }])
    const paper = within(screen.getByRole('article'))
    for (const words of ['$94.70', '-$80.53', 'c/o Island Rentals', 'Base charge', 'Thank you for saving water.']) {
      expect(paper.getAllByText(words).length).toBeGreaterThan(0)
    }
    const [charges, , , meters] = paper.getAllByRole('table', { hidden: true })
    expect(charges?.textContent).toContain('Total charges$51.20')
    expect(within(meters ?? document.body).getAllByRole('columnheader')).toHaveLength(9)
    expect(paper.getByRole('img', { name: 'Barcode for invoice 012345678901' })).toBeDefined()
    expect(paper.getByRole('img', { name: /^Usage history, a bar chart/ })).toBeDefined()
    const back = screen.getByRole('link', { name: billViewTexts.back }).getAttribute('href')
    expect(back).toBe('/dashboard?view=bills&account=0123456789')
  })

  test('is paid on the dashboard', async () => {
    testServer().replies(viewBill, testBill())
    openPortal(address(), signedIn)
    expect((await screen.findByRole('link', { name: 'Pay $94.70' })).getAttribute('href')).toBe(
      '/dashboard?account=0123456789',
    )
    expect(screen.getByText(/ue 11.26.2026$/)).toBeDefined()
  })

  test('is not paid once it is paid', async () => {
    testServer().replies(viewBill, testBill({ standing: { unpaid: '0.00', takesCards: true, isSubmitted: false } }))
    openPortal(address(), signedIn)
    expect(await screen.findByText('Paid')).toBeDefined()
    expect(screen.queryByRole('link', { name: /^Pay \$/ })).toBeNull()
  })

  test('is not paid by an administrator', async () => {
    testServer().replies(viewBill, testBill())
    openPortal(address(), { signedIn: { customer: false, admin: true } })
    await heading()
    expect(screen.queryByRole('link', { name: /^Pay \$/ })).toBeNull()
  })

  test('is fetched even when the browser has forgotten who is signed in', async () => {
    localStorage.clear()
    const server = testServer()
    const endsAt = Instant.parse('2026-11-21T00:00:00.000Z')
    const maria = { username: 'maria', personId: PersonId.parse(person), mustChangePassword: false }
    server.replies(readSession, { ...maria, endsAt, secondsLeft: 900 })
    server.replies(viewBill, testBill())
    openPortal(address(), signedIn)
    expect(await heading()).toBeDefined()
  })

  test('given nothing to draw a chart of, then the bill is there, and says so in place of the chart (C§8)', async () => {
    testServer().replies(viewBill, testBill({ usage: [] }))
    openPortal(address(), signedIn)
    await heading()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(within(screen.getByRole('article')).getByText('No consumption data found!')).toBeDefined()
  })
})

describe('the PDF of the billing system', () => {
  const button = async () => await screen.findByRole('button', { name: 'View the bill (PDF)' })
  let saved: string[] = []
  beforeEach(() => {
    saved = []
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:pdf')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
  })
  afterEach(() => vi.restoreAllMocks())

  test('is not offered where there is none', async () => {
    testServer().replies(viewBill, testBill())
    openPortal(address(), signedIn)
    await heading()
    expect(screen.queryByRole('button', { name: 'View the bill (PDF)' })).toBeNull()
  })

  test.each([
    ['the customer', signedIn, 'customer'],
    ['an administrator', { signedIn: { customer: false, admin: true } }, 'admin'],
  ])('is saved by %s, beside the lines of the bill', async (_, start, session) => {
    const server = testServer()
    server.replies(viewBill, testBill({ hasImage: true }))
    server.replies(readBillImage, '%PDF-')
    const user = openPortal(address(), start)
    await user.click(await button())
    expect(await screen.findByText('Saved to your downloads.')).toBeDefined()
    expect(saved).toEqual(['IW-Bill-2026-11-05.pdf'])
    expect(server.askedFor(readBillImage)).toMatchObject([{ body: { billId: '012345678901' } }])
    expect(server.askedFor(readBillImage)[0]?.headers.get('portal-session')).toBe(session)
    expect(screen.getByText('Base charge')).toBeDefined()
  })

  test('is saved by whoever has a signed link, as long as that is good', async () => {
    const server = testServer()
    server.replies(viewLinkedBill, testBill({ hasImage: true }))
    server.replies(readLinkedBillImage, '%PDF-')
    server.refuses(readLinkedBillImage, 'link-expired', { status: 410, title: billViewTexts.linkExpired })
    const signed = { frm: 'm', signature: 'c2lnbmVk', user: '0000000007', id: '1700000000000' }
    const user = openPortal(address(signed))
    await user.click(await button())
    expect(await screen.findByText('Saved to your downloads.')).toBeDefined()
    await user.click(await button())
    expect((await screen.findByRole('alert')).textContent).toContain(billViewTexts.linkExpired)
    expect(saved).toHaveLength(1)
    const { frm: _, ...proof } = signed
    expect(server.askedFor(readLinkedBillImage)[0]?.body).toEqual({ billId: '012345678901', ...proof })
  })

  test('that cannot be reached says so, and can be asked for again', async () => {
    const server = testServer()
    server.replies(viewBill, testBill({ hasImage: true }))
    server.isUnreachableFor(readBillImage)
    server.replies(readBillImage, '%PDF-')
    const user = openPortal(address(), signedIn)
    await user.click(await button())
    expect(await screen.findByRole('alert')).toBeDefined()
    await user.click(await button())
    expect(await screen.findByText('Saved to your downloads.')).toBeDefined()
  })
})

describe('a bill of which less is known', () => {
  test('with its total alone, it has neither amounts, charges and usage, nor a number and a bar code of ours', async () => {
    testServer().replies(viewBill, billOfTotal)
    openPortal(address(), signedIn)
    await heading()
    const paper = within(screen.getByRole('article'))
    expect(paper.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Water bill', 'Payment slip'])
    expect(paper.getAllByText('$94.70').length).toBeGreaterThan(0)
    expect(paper.queryByText('$0.00')).toBeNull()
    expect(paper.queryByRole('img')).toBeNull()
    expect(paper.queryByText(/Invoice number|Service location/)).toBeNull()
  })

  test('with its lines, it says neither when their period was, nor where', async () => {
    const [segment] = testBill().billInfo1.billSegments
    if (!segment) throw new Error('No segment')
    const unknown = { ...segment, startDate: null, endDate: null, serviceAddress: '' }
    testServer().replies(viewBill, testBill({ lacks: ['totalCorrections'], billSegments: [unknown] }))
    openPortal(address(), signedIn)
    await heading()
    const paper = within(screen.getByRole('article'))
    expect(paper.queryByText(/Corrections|Billing period|Service location/)).toBeNull()
    expect(paper.getByText('Previous balance')).toBeDefined()
    expect(paper.getByText('Base charge')).toBeDefined()
  })
})

describe('links that lead to no bill (C§2.10, C§5, C§6, C§8)', () => {
  test.each([
    ['without anything', '/view-bill'],
    ['without a bill', address({ 'bill-id': '' })],
    ['older than 15 minutes', address({ id: String(Date.now() - 16 * 60_000) })],
  ])('%s: the link has expired, and closing the message leads nowhere', async (_, asked) => {
    const server = testServer()
    const user = openPortal(asked, signedIn)
    expect(await told()).toContain('Sorry, the link has expired.')
    await user.click(ok())
    expect(location.pathname).toBe('/view-bill')
    expect(localStorage.getItem('viewBillURL')).toBeNull()
    expect(screen.getByRole('link', { name: billViewTexts.back })).toBeDefined()
    expect(server.askedFor(viewBill)).toEqual([])
  })

  test.each([
    ['of another person', { user: '9999999999' }, signedIn, 'You don’t have access to this bill'],
    ['followed by somebody who is not signed in', {}, {}, 'Log in to see this bill'],
  ])(
    '%s: not allowed; closing the message keeps the address and leads to the login page',
    async (_, differences, start, title) => {
      const server = testServer()
      const asked = address(differences)
      const user = openPortal(asked, start)
      expect(await told()).toContain('Action not allowed!')
      screen.getByText(title)
      expect(server.askedFor(viewBill)).toEqual([])
      await user.click(ok())
      await waitFor(() => expect(location.pathname).not.toBe('/view-bill'))
      expect(localStorage.getItem('viewBillURL')).toBe(asked)
    },
  )

  test('a bill of an account that is not the customer’s: Link Expired!, and the same way on', async () => {
    testServer().refuses(viewBill, 'bill-not-yours', { status: 403, title: 'Link Expired!' })
    const user = openPortal(address(), signedIn)
    expect(await told()).toContain('Link Expired!')
    await user.click(ok())
    await waitFor(() => expect(location.pathname).not.toBe('/view-bill'))
    expect(localStorage.getItem('viewBillURL')).toMatch(/^\/view-bill\?/)
  })

  test('given no server, then Server Error!; the window closes, or the page offers to try again, which may fail too', async () => {
    const server = testServer()
    server.isUnreachableFor(viewBill)
    server.isUnreachableFor(viewBill)
    server.replies(viewBill, testBill())
    const user = openPortal(address(), signedIn)
    expect(await told()).toContain('Server Error!')
    await user.click(ok())
    expect(window.close).toHaveBeenCalledOnce()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await told()).toContain('Server Error!')
    await user.click(ok())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await heading()).toBeDefined()
  })
})

describe('a signed link from an email (R7)', () => {
  const signed = { frm: 'm', signature: 'c2lnbmVk', user: '0000000007', id: '1700000000000' }

  test('shows the bill to whoever holds it; the server judges signature and age', async () => {
    const server = testServer()
    server.replies(viewLinkedBill, testBill())
    openPortal(address(signed))
    await heading()
    expect(server.askedFor(viewLinkedBill).map((asked) => asked.body)).toEqual([
      { billId: '012345678901', user: '0000000007', id: '1700000000000', signature: 'c2lnbmVk' },
    ])
  })

  test('is paid in Pay Now, which knows the account already', async () => {
    testServer().replies(viewLinkedBill, testBill())
    const user = openPortal(address(signed))
    await user.click(await screen.findByRole('link', { name: 'Pay $94.70' }))
    await waitFor(() => expect(location.pathname).toBe('/paynow'))
    expect(await screen.findByDisplayValue('0123456789')).toBeDefined()
  })

  test.each([
    ['link-expired', 410, 'Sorry, the link has expired.'],
    ['link-not-ours', 403, 'Action not allowed!'],
  ])('refused as %s (%i) it says %j', async (name, status, message) => {
    testServer().refuses(viewLinkedBill, name, { status, title: message })
    openPortal(address(signed))
    expect(await told()).toContain(message)
  })
})
