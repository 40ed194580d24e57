import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MessagePreview } from '@portal/contract/message-previews'
import { addressOfPage, pagePaths } from '@portal/contract/paths'
import { foreignWordsIn, mainland } from '@portal/contract/testing/mainland'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { commands } from './commands.ts'
import { type TestApp, testApp } from './http/testing/app.ts'
import { reportFailure } from './report-failure.ts'
import { type ServerProfile, readProfile } from './settings/profile.ts'
import { neededSettings } from './settings/testing/settings.ts'
import { helpText, startedText, stoppedText, unreadText } from './wording/reply-texts.ts'

const folder = mkdtempSync(join(tmpdir(), 'mainland-'))
const profileFile = join(folder, 'mainland.json')

let portal: TestApp
let profile: ServerProfile
beforeAll(async () => {
  writeFileSync(profileFile, JSON.stringify(mainland))
  writeFileSync(join(folder, 'index.html'), '<html lang="en"><head><!--portal-start--></head></html>')
  profile = readProfile(profileFile)
  portal = await testApp({ config: { WEB_FOLDER: folder, PROFILE_FILE: profileFile } })
})
afterAll(async () => {
  await portal.close()
  rmSync(folder, { recursive: true })
})

describe('given a utility of the mainland, no word of the default one', () => {
  test('is in the words that the test looks for by mistake', () => {
    expect(foreignWordsIn(JSON.stringify(readProfile())).length).toBeGreaterThan(40)
    expect(foreignWordsIn('Guam, GU 96910, call 671-555-0199')).toEqual(
      expect.arrayContaining(['Guam', 'GU', '96910', '671-']),
    )
  })

  test.each(Object.values(pagePaths))('is in what the server says of %s', async (page) => {
    const reply = await portal.app.inject(addressOfPage(page, profile.consolePath))
    expect(reply.statusCode).toBe(200)
    expect(foreignWordsIn(reply.body)).toEqual([])
  })

  test('is where the console was', async () => {
    expect((await portal.app.inject('/Admin/')).headers.location).toBe('/admin')
    expect((await portal.app.inject(pagePaths.adminLogin)).statusCode).toBe(404)
  })

  test.each([
    '/manifest.webmanifest',
    '/.well-known/security.txt',
    '/api/v1/page-text/termsAndConditions',
    '/api/v1/page-text/privacyPolicy',
    '/api/v1/get-security-questions',
  ])('is in %s', async (address) => {
    const reply = await portal.app.inject(address)
    expect(reply.statusCode).toBe(200)
    expect(foreignWordsIn(reply.body)).toEqual([])
  })

  test('is in any email or text', async () => {
    const admin = await portal.administrator(6)
    const previews = (await admin.get('/api/v1/message-previews')).json<MessagePreview[]>()
    expect(previews.length).toBeGreaterThan(40)
    const answers = [
      helpText(profile),
      unreadText(profile),
      stoppedText(profile),
      startedText(profile, { PUBLIC_URL: 'https://p.example' }, true),
    ]
    expect(foreignWordsIn(JSON.stringify([previews, answers]))).toEqual([])
    for (const { id, email } of previews) {
      if (email === null) continue
      const html = await admin.get(`/api/v1/message-previews/${id}/email`)
      expect({ id, found: foreignWordsIn(html.body) }).toEqual({ id, found: [] })
    }
  })

  test('is in what a command says', async () => {
    const previews = join(folder, 'previews')
    const said = [
      await run('admin', 'create', 'ann.sample', 'ann@cedarfalls.example'),
      await run('check'),
      await run('export-payments', '--out', folder),
      await run('finance-summary', '--date', '2026-02-01'),
      await run('preview-messages', previews),
      await run('reconcile', '--date', '2026-02-01'),
    ]
    expect(said.join('')).toContain('http://localhost:3000/admin\n')
    expect(foreignWordsIn(said.join(''))).toEqual([])
    const files = readdirSync(previews).map((file) => readFileSync(join(previews, file), 'utf8'))
    expect(files.length).toBeGreaterThan(40)
    expect(foreignWordsIn(files.join(''))).toEqual([])
  })
})

async function run(name: keyof typeof commands, ...words: string[]): Promise<string> {
  const env = { ...neededSettings, DATABASE_URL: portal.database.url, PROFILE_FILE: profileFile, LOG_LEVEL: 'silent' }
  for (const [setting, value] of Object.entries(env)) vi.stubEnv(setting, value)
  const said: unknown[] = []
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => said.push(text) > 0)
  await commands[name]?.run(words).catch(reportFailure)
  process.exitCode = undefined
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  return said.join('')
}
