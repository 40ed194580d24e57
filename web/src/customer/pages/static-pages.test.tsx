import { readPageText } from '@portal/contract/page-texts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPortal } from '#testing/app.tsx'
import { testStart } from '#testing/data.ts'
import { testServer } from '#testing/server.ts'

afterEach(() => vi.unstubAllGlobals())

test('the FAQ has the sections and topics of C§2.9, the hours of each office, and the way back', async () => {
  const user = openPortal('/faq')
  const main = within(await screen.findByRole('main'))
  const sections = await main.findAllByRole('heading', { level: 2 })
  expect(sections.map((heading) => heading.textContent)).toEqual([
    'User Registration',
    'Logging In',
    'Using the portal',
    'CONTACT US',
  ])
  const questions = main.getAllByRole('heading', { level: 3, hidden: true }).map((heading) => heading.textContent)
  expect(questions).toEqual([
    'What do I need to register?',
    'Why does it say "This account is already registered for the portal."?',
    'Why does it say "You have exceeded the maximum number of failed login attempts."?',
    'Can I pay without registering?',
    'I have several accounts. Do I need to register each one?',
    'Is there a limit on what I can pay?',
    'When are your offices open?',
    'How do I contact customer service?',
  ])
  expect(main.getByText('Mon-Fri 7:00am-5:00pm')).toBeDefined()
  await user.click(main.getByRole('link', { name: 'Go Back' }))
  expect(location.pathname).toBe('/')
})

test('the address of a section of the FAQ opens it', async () => {
  openPortal('/faq#logging-in')
  const heading = await screen.findByRole('heading', { level: 2, name: 'Logging In' })
  expect(heading.closest('details')?.open).toBe(true)
  expect(screen.getByRole('heading', { level: 2, name: 'CONTACT US' }).closest('details')?.open).toBe(false)
})

test('given a utility with an earlier payment site, then the FAQ explains the change', async () => {
  const earlierSite = { whyChanged: 'It was old.', registerAgain: 'Yes, once.', oldCredentials: 'They do not work.' }
  openPortal('/faq', { profile: { ...testStart.profile, earlierSite } })
  for (const answer of Object.values(earlierSite)) expect(await screen.findByText(answer)).toBeDefined()
  expect(screen.getByRole('heading', { level: 3, name: 'Why did the payment system change?' })).toBeDefined()
})

test.each([
  ['/terms-and-conditions', 'termsAndConditions'],
  ['/privacy-policy', 'privacyPolicy'],
])('%s shows the text of the utility as text, whatever stands in it', async (path, name) => {
  const server = testServer()
  server.replies(readPageText, {
    title: 'What you agree to',
    blocks: [
      { kind: 'heading', level: 2, runs: [{ text: 'Paying' }] },
      {
        kind: 'paragraph',
        runs: [{ text: '<b>not bold</b> ' }, { text: 'bold', isStrong: true }, { text: 'questions', address: '/faq' }],
      },
      { kind: 'list', isOrdered: true, items: [[{ text: 'Visa', isEmphasized: true }]] },
    ],
  })
  openPortal(path)
  const main = within(await screen.findByRole('main'))
  await main.findByRole('heading', { level: 1, name: 'What you agree to' })
  expect(server.asked.map((asked) => asked.address.pathname)).toEqual([`/api/v1/page-text/${name}`])
  expect(main.getByText('<b>not bold</b>', { exact: false })).toBeDefined()
  expect(main.getByText('bold').tagName).toBe('STRONG')
  expect(main.getByRole('link', { name: 'questions' }).getAttribute('href')).toBe('/faq')
  expect(main.getByRole('listitem').parentElement?.tagName).toBe('OL')
})

test('given an unreachable server, then the page of a text offers to retry', async () => {
  const server = testServer()
  server.isUnreachableFor(readPageText)
  server.replies(readPageText, { title: 'Privacy', blocks: [] })
  const user = openPortal('/privacy-policy')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeDefined()
})

test('the maintenance page says what C§2.1 says and whom to call', async () => {
  openPortal('/maintenance')
  expect(await screen.findByRole('heading', { level: 1, name: /new site launches soon/i })).toBeDefined()
  const main = within(screen.getByRole('main'))
  expect(main.getByText(/under temporary maintenance/)).toBeDefined()
  expect(main.getByRole('link', { name: '671-555-0100' })).toBeDefined()
})

test('the footer of every page links to the FAQ, the terms and the privacy policy', async () => {
  openPortal('/maintenance')
  const footer = within(await screen.findByRole('contentinfo'))
  const targets = ['Frequently asked questions', 'Terms and Conditions', 'Privacy Policy'].map((name) =>
    footer.getByRole('link', { name }).getAttribute('href'),
  )
  expect(targets).toEqual(['/faq', '/terms-and-conditions', '/privacy-policy'])
})
