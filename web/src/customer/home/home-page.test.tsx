import { readAnnouncementsFront, type RichText } from '@portal/contract/announcements'
import { AccountNumber, PersonId } from '@portal/contract/ids'
import { cookieTexts, loginMaintenanceMessage } from '@portal/contract/page-words'
import { commonProblems } from '@portal/contract/problem'
import { readSession, userLogin } from '@portal/contract/sign-in'
import { signInTexts } from '@portal/contract/sign-in-texts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Announcements } from '#account/announcements/fetch-announcements.ts'
import { leaveFor } from '#session/leaving/leave.ts'
import { appVersion, readHint, writeHint } from '#session/storage.ts'
import { openPortal } from '#testing/app.tsx'
import { fill } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  server = testServer()
})
afterEach(() => vi.unstubAllGlobals())

const words = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})

const announcements: Announcements = {
  announceList: [
    {
      id: 1,
      title: 'Mains are flushed',
      content: {
        type: 'doc',
        content: [
          { type: 'paragraph', content: [{ type: 'text', text: 'At night.' }] },
          { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'What to do' }] },
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: 'Call us', marks: [{ type: 'link', attrs: { href: 'tel:6715550100' } }] },
              { type: 'text', text: 'or not', marks: [{ type: 'bold' }, { type: 'italic' }] },
              {
                type: 'text',
                text: 'Your bank',
                marks: [{ type: 'link', attrs: { href: 'https://bank@evil.example' } }],
              },
            ],
          },
        ],
      },
      type: 'Image',
      featured_image: 'b',
      images: [
        { name: 'a', width: 640, height: 360 },
        { name: 'b', width: 1280, height: 720 },
      ],
    },
    { id: 2, title: 'A film', content: words('Watch it.'), type: 'Video', featured_image: 'https://videos.example/1' },
    { id: 3, title: 'A stray film', content: words('No.'), type: 'Video', featured_image: 'https://evil.example/1' },
  ],
  systemPop: null,
}

const personId = PersonId.parse('4821007391')
const premise = {
  accountId: AccountNumber.parse('0123456789'),
  premiseInfo: '123 Marine Corps Dr Tamuning GU 96913',
  customerClass: 'RESID',
  isActive: true,
}

function signsIn(premiseData = [premise]) {
  server.replies(userLogin, {
    status: { loginMessage: signInTexts.success },
    result: { loginSuccessful: true, personId, premiseData },
  })
}

async function logIn(user: ReturnType<typeof openPortal>, username = 'maria', password = 'rain-on-tin-9') {
  await fill(user, await screen.findByRole('textbox', { name: 'Username' }), username)
  await fill(user, screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Log In' }))
}

describe('logging in (C§2.2, C§4, C§8)', () => {
  test('shows the success and goes to the dashboard after a second, with the hints of C§3 in the storage', async () => {
    writeHint('username', 'somebody else')
    localStorage.setItem('of-another-page', 'old')
    sessionStorage.setItem('accountSummary', 'old')
    signsIn()
    const user = openPortal('/')
    await logIn(user, ' maria ')
    await screen.findByText(signInTexts.success)
    expect(leaveFor).not.toHaveBeenCalled()
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/dashboard'), { timeout: 5000 })
    expect({ ...localStorage }).toEqual({
      accountId: JSON.stringify(premise),
      app_version: appVersion,
      personId,
      username: 'maria',
    })
    expect(sessionStorage).toHaveLength(0)
    expect(server.askedFor(userLogin)[0]?.body).toEqual({
      webUserPersonIdTypeCode: 'WEB',
      userName: ' maria ',
      password: 'rain-on-tin-9',
      webAccessFlag: 'ALWD',
      wrongPasswordCountPersonCharTypeCode: 'WPCOUNT',
      cisDivision: 'GWA',
      wrongPasswordCountLimit: '5',
    })
  })

  test('says that cookies are needed when the session does not come back', async () => {
    signsIn()
    server.refuses(readSession, 'not-signed-in', commonProblems['not-signed-in'])
    await logIn(openPortal('/'))
    await screen.findByText(cookieTexts.notSent)
    expect(screen.queryByText(signInTexts.success)).toBeNull()
  })

  test('goes to the stored bill', async () => {
    writeHint('viewBillURL', '/view-bill?id=1&user=2&bill-id=3')
    signsIn([premise, premise])
    await logIn(openPortal('/'))
    await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('/view-bill?id=1&user=2&bill-id=3'), { timeout: 5000 })
    expect([readHint('viewBillURL'), readHint('accountIds')]).toEqual([null, JSON.stringify([premise, premise])])
  })

  test('requires both fields, and moves the focus to the missing one', async () => {
    const user = openPortal('/')
    await user.click(await screen.findByRole('button', { name: 'Log In' }))
    screen.getByText(signInTexts.usernameRequired)
    expect(screen.getByRole('textbox', { name: 'Username' })).toBe(document.activeElement)
    expect(server.askedFor(userLogin)).toEqual([])
  })

  test.each([
    [signInTexts.failed, signInTexts.failed],
    [signInTexts.exceeded, signInTexts.exceededShown],
  ] as const)('shows %s as %s, keeps the name and the bill, and forgets the password', async (told, shown) => {
    writeHint('viewBillURL', '/view-bill?id=1')
    server.replies(userLogin, { status: { loginMessage: told }, result: { loginSuccessful: false } })
    const user = openPortal('/')
    await logIn(user)
    const first = await screen.findByRole('alert')
    expect(first.textContent).toContain(shown)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Username' }).value).toBe('maria')
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe(''))
    expect(readHint('viewBillURL')).toBe('/view-bill?id=1')
    expect(leaveFor).not.toHaveBeenCalled()
    // The same words after another try are announced again: the alert appears anew.
    await user.type(screen.getByLabelText('Password'), 'rain-on-tin-9{Enter}')
    await waitFor(() => expect(screen.getByRole('alert')).not.toBe(first))
    expect(screen.getByRole('alert').textContent).toContain(shown)
  })

  test('given another password is typed before the first one is refused, then it stays', async () => {
    const letGo = server.holds(userLogin, {
      status: { loginMessage: signInTexts.failed },
      result: { loginSuccessful: false },
    })
    const user = openPortal('/')
    await logIn(user)
    await user.type(screen.getByLabelText('Password'), '0')
    letGo()
    await screen.findByRole('alert')
    expect(screen.getByLabelText('Password')).toHaveProperty('value', 'rain-on-tin-90')
  })

  test('a password of any length can be pasted, and is not cut', async () => {
    const user = openPortal('/')
    const password = await screen.findByLabelText<HTMLInputElement>('Password')
    await user.click(password)
    await user.paste('a'.repeat(60))
    expect(password.value).toBe('a'.repeat(60))
  })

  test('a locked login offers to set a new password', async () => {
    server.replies(userLogin, { status: { loginMessage: signInTexts.exceeded }, result: { loginSuccessful: false } })
    const user = openPortal('/')
    await logIn(user)
    await user.click(await screen.findByRole('button', { name: 'Set a new password' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Forgot Password' }))
    expect(dialog.getByLabelText<HTMLInputElement>('Username').value).toBe('maria')
  })

  test.each([
    ['cannot be reached', () => server.isUnreachableFor(userLogin)],
    ['fails', () => server.refuses(userLogin, 'fault', commonProblems.fault)],
    [
      'cannot reach the billing records',
      () => server.refuses(userLogin, 'partner-down', commonProblems['partner-down']),
    ],
  ])('says that the server does not respond when it %s, and loses nothing', async (_, fails) => {
    fails()
    await logIn(openPortal('/'))
    await screen.findByText(signInTexts.notResponding)
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('rain-on-tin-9')
  })

  test('shows how long to wait after too many attempts', async () => {
    server.refuses(userLogin, 'too-many-tries', { ...commonProblems['too-many-tries'], retryAfterSeconds: 240 })
    await logIn(openPortal('/'))
    expect((await screen.findByRole('alert')).textContent).toContain('about 4 minutes')
  })

  test.each([
    ['when the page is loaded', { login: true, payNow: false }],
    ['when the server says so', { login: false, payNow: false }],
  ])('under maintenance %s: the button stays focusable and says why (R16)', async (_, maintenance) => {
    server.refuses(userLogin, 'maintenance', commonProblems.maintenance)
    const user = openPortal('/', { maintenance })
    await logIn(user)
    const button = await screen.findByRole('button', { name: 'Log In', description: loginMaintenanceMessage })
    expect([button.getAttribute('aria-disabled'), button.hasAttribute('disabled')]).toEqual(['true', false])
    expect(server.askedFor(userLogin)).toHaveLength(maintenance.login ? 0 : 1)
  })
})

test('after a forced logout a message says so, once (C§4)', async () => {
  writeHint('forcedLogout', 'true')
  openPortal('/')
  await screen.findByText(signInTexts.forcedLogout)
  expect(readHint('forcedLogout')).toBeNull()
})

test('a signed-in customer is redirected to the dashboard (C§2.1)', async () => {
  openPortal('/', { signedIn: { customer: true, admin: false } })
  await waitFor(() => expect(window.location.pathname).toBe('/dashboard'))
})

describe('announcements (C§2.2)', () => {
  test('are a carousel, with buttons and the position', async () => {
    server.replies(readAnnouncementsFront, announcements)
    const user = openPortal('/')
    await screen.findByRole('heading', { name: 'Mains are flushed' })
    screen.getByText('At night.')
    screen.getByText(/1 of 3/)
    await user.click(screen.getByRole('button', { name: 'Previous announcement' }))
    screen.getByText(/3 of 3/)
    await user.click(screen.getByRole('button', { name: 'Next announcement' }))
    expect(screen.getByText(/1 of 3/).getAttribute('role')).toBe('status')
  })

  test('the first image is fetched first and its size is reserved', async () => {
    server.replies(readAnnouncementsFront, announcements)
    openPortal('/')
    await screen.findByRole('heading', { name: 'Mains are flushed' })
    const image = document.querySelector('main img')
    expect(image?.getAttribute('srcset')).toBe('/announcement-images/a 640w, /announcement-images/b 1280w')
    expect(['width', 'height', 'fetchpriority', 'loading'].map((name) => image?.getAttribute(name))).toEqual([
      '1280',
      '720',
      'high',
      'eager',
    ])
  })

  test('Read More shows the whole of one, with its formatting', async () => {
    server.replies(readAnnouncementsFront, announcements)
    const user = openPortal('/')
    await user.click(await screen.findByRole('button', { name: 'Read More: Mains are flushed' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Mains are flushed' }))
    dialog.getByRole('heading', { level: 3, name: 'What to do' })
    expect(dialog.getByRole('link', { name: 'Call us' }).getAttribute('href')).toBe('tel:6715550100')
    expect(dialog.getByText('or not').outerHTML).toBe('<em>or not</em>')
    expect(dialog.getByText('Your bank').closest('a')).toBeNull()
  })

  test('a video is fetched when somebody presses Play, in a sandbox, and only from hosts of the profile (R15)', async () => {
    server.replies(readAnnouncementsFront, announcements)
    const user = openPortal('/')
    await user.click(await screen.findByRole('button', { name: /Play the video “A film” from videos.example/ }))
    const frame = document.querySelector('iframe')
    expect(frame?.getAttribute('src')).toBe('https://videos.example/1')
    expect(frame?.getAttribute('sandbox')).not.toMatch(/top-navigation|forms|modals/)
    expect(screen.queryByRole('button', { name: /Play.*stray/ })).toBeNull()
  })

  test('that cannot be loaded say so and can be retried', async () => {
    server.isUnreachableFor(readAnnouncementsFront)
    server.replies(readAnnouncementsFront, announcements)
    const user = openPortal('/')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'Mains are flushed' })
    expect(server.askedFor(readAnnouncementsFront)).toHaveLength(2)
  })

  test('the system pop-up opens once, and again when its content has changed', async () => {
    const pop = { id: 9, title: 'Office closed', content: words('On Friday.') }
    server.replies(readAnnouncementsFront, { announceList: [], systemPop: pop })
    const user = openPortal('/')
    const dialog = within(await screen.findByRole('dialog', { name: 'Office closed' }))
    dialog.getByText('On Friday.')
    await user.click(dialog.getByRole('button', { name: 'OK' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(localStorage.getItem('systemPopSeen')).toBe(JSON.stringify(pop))
  })

  test('the system pop-up waits until nobody types', async () => {
    const pop = { id: 9, title: 'Office closed', content: words('On Friday.') }
    const arrive = server.holds(readAnnouncementsFront, { announceList: [], systemPop: pop })
    const user = openPortal('/')
    const username = await screen.findByLabelText<HTMLInputElement>('Username')
    await user.type(username, 'tas')
    arrive()
    await waitFor(() => expect(screen.queryByText('Loading announcements')).toBeNull())
    await user.type(username, 'i')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(username.value).toBe('tasi')
    await user.tab()
    await user.click(document.body)
    await screen.findByRole('dialog', { name: 'Office closed' })
  })
})
