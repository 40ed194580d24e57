import { adminLogout, readAdminSession } from '@portal/contract/admin-sign-in'
import {
  readAnnouncements,
  updateAnnouncement,
  announcementConsoleTexts,
  leftOutOfPaste,
} from '@portal/contract/announcement-editing'
import { adminConsoleTexts } from '@portal/contract/console-texts'
import { readMaintenance } from '@portal/contract/maintenance'
import { commonProblems } from '@portal/contract/problem'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiProblem } from '#api/problem.ts'
import * as sending from '#api/send-form.ts'
import { leaveConsole, signOutAdmin } from '#session/leaving/leave-console.ts'
import { testAdmin } from '#testing/admin.ts'
import { openPortal } from '#testing/app.tsx'
import { fill } from '#testing/fill.ts'
import { testServer } from '#testing/server.ts'

let server: ReturnType<typeof testServer>
beforeEach(() => {
  sessionStorage.clear()
  server = testServer()
  server.replies(readAdminSession, testAdmin({ level: 2 }))
  server.replies(readAnnouncements, [])
  server.replies(readMaintenance, [
    { id: 1, flag: 0 },
    { id: 2, flag: 0 },
  ])
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const imageFile = () => screen.getByLabelText<HTMLInputElement>(/^Image$/, { selector: '[type=file]' })
const question = { name: 'Leave without saving?' }

async function startWriting() {
  const user = openPortal('/admin-dashboard?view=announcements', { signedIn: { customer: false, admin: true } })
  await user.click(await screen.findByRole('button', { name: announcementConsoleTexts.addImageVideo }))
  await fill(user, await screen.findByRole('textbox', { name: /^Title/ }), 'Water is off on Monday')
  return user
}

test('given an unsaved announcement, when another tab is pressed, then a dialog asks first, and nothing is lost', async () => {
  const user = await startWriting()
  const tabs = screen.getByRole('navigation', { name: 'Console' })
  await user.click(within(tabs).getByRole('link', { name: 'System Maintenance' }))
  await user.click(
    within(await screen.findByRole('alertdialog', question)).getByRole('button', { name: 'Keep editing' }),
  )
  expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveProperty('value', 'Water is off on Monday')
  await user.click(within(tabs).getByRole('link', { name: 'System Maintenance' }))
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await screen.findByRole('heading', { name: 'System Maintenance', level: 1 })
})

test('Cancel asks too, and afterwards the tab of the new announcement is open', async () => {
  const user = await startWriting()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  const tab = await screen.findByRole('tab', { name: announcementConsoleTexts.imageVideo })
  expect(tab.getAttribute('aria-selected')).toBe('true')
})

test('the browser’s Back leads from the form to the list, and asks first when something would be lost', async () => {
  const user = openPortal('/admin-dashboard?view=announcements', { signedIn: { customer: false, admin: true } })
  const add = { name: announcementConsoleTexts.addImageVideo }
  await user.click(await screen.findByRole('button', add))
  await screen.findByRole('textbox', { name: /^Title/ })
  act(() => history.back())
  await user.click(await screen.findByRole('button', add))
  await fill(user, await screen.findByRole('textbox', { name: /^Title/ }), 'Water is off on Monday')
  act(() => history.back())
  const dialog = await screen.findByRole('alertdialog', question)
  await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveProperty('value', 'Water is off on Monday')
  act(() => history.back())
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await screen.findByRole('button', add)
  expect(location.search).toBe('?view=announcements')
})

test('changing between image and video and back keeps the chosen file and the pasted code', async () => {
  const user = await startWriting()
  const file = new File(['bytes'], 'office.png', { type: 'image/png' })
  await user.upload(imageFile(), file)
  await user.click(screen.getByRole('radio', { name: 'Video' }))
  await fill(user, screen.getByRole('textbox', { name: /mbed code$/ }), '<iframe></iframe>')
  expect(screen.queryByText('office.png')).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Image' }))
  expect(imageFile().files?.[0]).toBe(file)
  expect(screen.getByText('office.png')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: /mbed code$/ })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Video' }))
  expect(screen.getByRole('textbox', { name: /mbed code$/ })).toHaveProperty('value', '<iframe></iframe>')
})

test('a file that cannot be taken, and several that are dropped at once, are told at once', async () => {
  await startWriting()
  const input = imageFile()
  const choose = (name: string, type: string) =>
    fireEvent.change(input, { target: { files: [new File(['x'], name, { type })] } })
  const several = [new File(['a'], 'a.png'), new File(['b'], 'b.png')]
  expect(fireEvent.drop(input, { dataTransfer: { files: several } })).toBe(false)
  expect(input.getAttribute('aria-describedby')).toContain('error')
  screen.getByText(announcementConsoleTexts.oneImageOnly)
  choose('notes.txt', 'text/plain')
  screen.getByText(announcementConsoleTexts.imageUnknown)
  choose('office.png', 'image/png')
  expect(screen.queryByText(announcementConsoleTexts.imageUnknown)).toBeNull()
})

test.each([
  ['the image', 500, announcementConsoleTexts.imageTooHeavy],
  ['the words', 5, announcementConsoleTexts.contentTooLong],
])(
  'given the form is more than the server takes, then %s, the larger part, is what to shorten',
  async (_, size, said) => {
    const problem = new ApiProblem({ name: 'too-large', message: commonProblems['too-large'].title })
    vi.spyOn(sending, 'sendForm').mockRejectedValue(problem)
    const user = await startWriting()
    const file = new File(['x'.repeat(size)], 'office.png', { type: 'image/png' })
    await user.upload(imageFile(), file)
    await user.click(screen.getByRole('button', { name: 'Add' }))
    expect(await screen.findByRole('link', { name: said })).toBeTruthy()
  },
)

describe('given an announcement that is being edited', () => {
  const [content, flag] = ['{"type":"doc","content":[]}', 1] as const
  const shown = { id: 4, title: 'Water', content, type: null, featured_image: null, images: [], flag, version: 3 }

  async function edit() {
    server.forget(readAnnouncements)
    server.replies(readAnnouncements, [shown])
    server.replies(readAnnouncements, [{ ...shown, title: 'Their title', version: 5 }])
    const user = openPortal('/admin-dashboard?view=announcements', { signedIn: { customer: false, admin: true } })
    await user.click(await screen.findByRole('button', { name: /^Edit/ }))
    await fill(user, await screen.findByRole('textbox', { name: /^Title/ }), ' is off')
    await user.click(await screen.findByRole('button', { name: 'Update' }))
    return user
  }

  test('when somebody else has changed it, then their version is shown, and nothing is lost', async () => {
    const description = announcementConsoleTexts.changedMeanwhile
    server.replies(updateAnnouncement, { result: 'Failed', description })
    server.replies(updateAnnouncement, { result: 'Success' })
    const user = await edit()
    const notice = (await screen.findByText(description)).closest<HTMLElement>('[role=alert]')
    expect(notice?.textContent).toContain('Their title')
    expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveProperty('value', 'Water is off')
    await user.click(screen.getByRole('button', { name: 'Overwrite with my version' }))
    await screen.findByText(announcementConsoleTexts.updated)
    expect(server.askedFor(updateAnnouncement)[1]?.body).toMatchObject({ id: 4, title: 'Water is off', version: 5 })
  })

  test('when the server is not reached, then a popup says so, and what was typed stays', async () => {
    server.isUnreachableFor(updateAnnouncement)
    await edit()
    await screen.findByText(adminConsoleTexts.serverError)
    expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveProperty('value', 'Water is off')
  })
})

test('given code that the server does not take, then its words stand at the field, and nothing else is lost', async () => {
  const message = announcementConsoleTexts.videoNotUnderstood
  vi.spyOn(sending, 'sendForm').mockResolvedValue({ result: 'Failed', description: message })
  const user = await startWriting()
  await user.click(screen.getByRole('radio', { name: 'Video' }))
  const code = screen.getByRole('textbox', { name: /mbed code$/ })
  await fill(user, code, '<script>alert(1)</script>')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect((await screen.findByRole('link', { name: message })).getAttribute('href')).toBe(`#${code.id}`)
  expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveProperty('value', 'Water is off on Monday')
})

describe('what is left out of what somebody gives is told', () => {
  const { links, images } = leftOutOfPaste
  const data = (html: string, files: readonly File[] = []) => ({
    files,
    getData: (type: string) => (type === 'text/html' ? html : ''),
  })
  const left = () => screen.getByText(/^Removed from/)

  test('a link with http: and an image in a paste, anew for each paste, and a file on the editor', async () => {
    await startWriting()
    const editor = await screen.findByRole('textbox', { name: 'Content' })
    const html = '<p><a href="http://water.example">News</a><img src="a.png"></p>'
    fireEvent.paste(editor, { clipboardData: data(html) })
    await waitFor(() => expect(left().textContent).toContain(`${links}; ${images}`))
    expect(editor.textContent).toBe('News')
    expect(left().closest('[role=status]')).not.toBeNull()
    const first = left()
    fireEvent.paste(editor, { clipboardData: data(html) })
    expect(left().textContent).toBe(first.textContent)
    expect(left()).not.toBe(first)
    fireEvent.paste(editor, { clipboardData: data('<p><a href="https://water.example">News</a></p>') })
    expect(screen.queryByText(/^Removed from/)).toBeNull()
    // The browser would open the file in place of the page.
    expect(fireEvent.drop(editor, { dataTransfer: data('', [new File(['x'], 'a.png')]) })).toBe(false)
    expect(left().textContent).toContain(images)
  })

  test('a link that is typed with http: is refused with the reason, each time anew, and https: is offered', async () => {
    const user = await startWriting()
    await user.click(await screen.findByRole('button', { name: 'Link' }))
    const field = await screen.findByRole('textbox', { name: 'Link to' })
    await user.type(field, 'http://water.example{Enter}')
    const said = screen.getByText(announcementConsoleTexts.contentLinkOpen)
    await user.type(field, '{Enter}')
    expect(screen.getByText(announcementConsoleTexts.contentLinkOpen)).not.toBe(said)
    await user.click(screen.getByRole('button', { name: announcementConsoleTexts.takeHttps }))
    expect(field).toHaveProperty('value', 'https://water.example')
    expect(field).toBe(document.activeElement)
    await user.click(screen.getByRole('button', { name: 'Set link' }))
    expect(await screen.findByRole('link', { name: 'https://water.example' })).toBeTruthy()
  })
})

describe('given an announcement is not saved when the session ends (docs/readings.md)', () => {
  const open = () => openPortal('/admin-dashboard?view=announcements', { signedIn: { customer: false, admin: true } })

  /** The page is loaded anew: nothing of the old one runs on, and only the tab's storage is left. */
  async function leave(end: () => void | Promise<void>): Promise<void> {
    await end()
    const kept = Object.entries({ ...sessionStorage })
    cleanup()
    for (const [key, value] of kept) sessionStorage.setItem(key, String(value))
  }

  function as(id: number): void {
    server.forget(readAdminSession)
    server.replies(readAdminSession, testAdmin({ level: 2, id }))
  }

  test('then it is there again when the same administrator comes back, until it is cancelled', async () => {
    const user = await startWriting()
    await user.upload(imageFile(), new File(['bytes'], 'office.png', { type: 'image/png' }))
    await leave(leaveConsole)
    const again = open()
    const notice = await screen.findByText(announcementConsoleTexts.typedBefore)
    expect(notice.closest('[role=status]')?.textContent).toContain(announcementConsoleTexts.chooseImageAgain)
    expect(screen.getByRole('textbox', { name: /^Title/ })).toHaveProperty('value', 'Water is off on Monday')
    await again.click(screen.getByRole('button', { name: 'Cancel' }))
    await again.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await leave(leaveConsole)
    open()
    await screen.findByRole('button', { name: announcementConsoleTexts.addImageVideo })
  })

  test('then an edit goes on as one, over the version it was begun from', async () => {
    const [content, flag] = ['{"type":"doc","content":[]}', 1] as const
    const shown = { id: 4, title: 'Water', content, type: null, featured_image: null, images: [], flag, version: 3 }
    server.forget(readAnnouncements)
    server.replies(readAnnouncements, [shown])
    server.replies(updateAnnouncement, { result: 'Success' })
    const user = open()
    await user.click(await screen.findByRole('button', { name: /^Edit/ }))
    await fill(user, await screen.findByRole('textbox', { name: /^Title/ }), ' is off')
    await leave(leaveConsole)
    server.forget(readAnnouncements)
    server.replies(readAnnouncements, [{ ...shown, title: 'Fire', version: 5 }])
    const again = open()
    await again.click(await screen.findByRole('button', { name: 'Update' }))
    await waitFor(() =>
      expect(server.askedFor(updateAnnouncement)[0]?.body).toMatchObject({ id: 4, title: 'Water is off', version: 3 }),
    )
    await waitFor(() => expect(sessionStorage.getItem('announcement')).toBeNull())
  })

  test.each([
    ['another administrator comes next', leaveConsole, 8],
    ['the administrator has logged out', signOutAdmin, 7],
  ] as const)('then it is forgotten when %s', async (_, end, next) => {
    server.replies(adminLogout, { status: 'Success' })
    await startWriting()
    await leave(end)
    as(next)
    open()
    await screen.findByRole('button', { name: announcementConsoleTexts.addImageVideo })
    expect(sessionStorage.getItem('announcement')).toBeNull()
  })
})
