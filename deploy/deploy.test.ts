import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { chmod, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Call } from '@portal/contract/call'
import { startCheckout } from '@portal/contract/checkout'
import { emailReportsPath } from '@portal/contract/email-reports'
import { gatewayEventsPath } from '@portal/contract/gateway-events'
import { rememberHumanCheck } from '@portal/contract/human-check'
import { validateAccount } from '@portal/contract/pay-now'
import { Problem, commonProblems, problemType } from '@portal/contract/problem'
import { payeezy } from '@portal/contract/stepwise-payments'
import { allCalls } from '@portal/contract/testing/all-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, createTestDatabase } from '../server/src/database/testing/database.ts'
import { securityHeaders } from '../server/src/http/security-headers.ts'
import { largestBody } from '../server/src/http/server.ts'
import { settingNames } from '../server/src/settings/config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const wrapper = read('deploy/portal')
const units = readdirSync(join(root, 'deploy')).filter((name) => name.endsWith('.service'))

describe('the units of a deployed host', () => {
  test('when the schema is brought up to date, then no process is restarted', () => {
    expect(read('deploy/portal-migrate.service')).toContain('RemainAfterExit=yes')
    for (const unit of units)
      expect(read(join('deploy', unit))).not.toMatch(/^(Requires|BindsTo|PartOf)=.*portal-migrate/m)
  })

  test('when one exchange of files fails, then the others continue', () => {
    for (const unit of units) expect(read(join('deploy', unit)).match(/^ExecStart=/gm)).toHaveLength(1)
  })

  test('when one that runs once fails, then somebody is told by email', () => {
    const once = units.filter((unit) => read(join('deploy', unit)).includes('Type=oneshot'))
    const silent = once.filter((unit) => !read(join('deploy', unit)).includes('\nOnFailure=portal-failed@%n.service\n'))
    expect(silent).toEqual(['portal-failed@.service'])
    expect(once.length).toBeGreaterThan(3)
  })

  test('then each starts what an operator would type', () => {
    for (const unit of units) expect(read(join('deploy', unit))).toMatch(/^ExecStart=\/opt\/portal\/deploy\/portal \w/m)
  })
})

describe('the image of deploy/Containerfile', () => {
  let image: string
  beforeAll(async () => {
    image = await mkdtemp(join(tmpdir(), 'image-'))
    const stages = read('deploy/Containerfile').split(/^FROM /m)
    const ours = [...(stages.at(-1) ?? '').matchAll(/^COPY (?!--from)(\S+) (\S+)$/gm)]
    for (const [, from = '', to = ''] of ours) await cp(join(root, from), join(image, to), { recursive: true })
    for (const folder of ['.', 'contract', 'server'])
      await cp(join(root, folder, 'package.json'), join(image, folder, 'package.json'))
    await symlink(join(root, 'node_modules'), join(image, 'node_modules'))
  })
  afterAll(() => rm(image, { recursive: true }))

  test('has every migration and the default profile', () => {
    for (const folder of ['server/migrations', 'server/profile'])
      expect(existsSync(join(image, folder)) && readdirSync(join(image, folder))).toEqual(
        readdirSync(join(root, folder)),
      )
  })

  test('has no test, no packages of this machine and none of its secrets', () => {
    const ignored = read('.dockerignore').split('\n')
    const never = ['**/node_modules', '.git', 'var', 'server/src/**/*.test.ts', 'server/src/**/testing']
    expect(ignored).toEqual(expect.arrayContaining(never))
  })

  test('runs the command line', () => {
    const { status, stdout } = spawnSync(process.execPath, ['server/src/cli.ts', '--help'], {
      cwd: image,
      encoding: 'utf8',
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('portal COMMAND') })
  })
})

test('given the longest payment, then deploy/nginx.conf keeps its card in memory and off the disk', () => {
  const [, kilobytes] = /^ {2}client_body_buffer_size (\d+)k;$/m.exec(read('deploy/nginx.conf')) ?? []
  expect(Number(kilobytes) * 1024).toBeGreaterThanOrEqual(largestBody)
})

test('given processes of two versions, then deploy/nginx.conf finds the file of a page at the process that has it', () => {
  const [, files] = /^ {2}location ~ \^\/assets\/ \{\n([^}]*)\}$/m.exec(read('deploy/nginx.conf')) ?? []
  expect(files).toContain('proxy_next_upstream error timeout http_503 http_404;')
})

describe('given a process that answers 503, then deploy/nginx.conf', () => {
  const proxy = read('deploy/nginx.conf')
  const [, repeated = '', how] =
    /^ {2}location ~ (\S+) \{\n[^}]*proxy_next_upstream ([^;]*);\n {2}\}$/m.exec(proxy) ?? []
  const posts = Object.values<Call>(allCalls).filter(({ method }) => method === 'POST')

  test('asks the next one what is only read', () => {
    expect(proxy).toMatch(/^ {2}proxy_next_upstream error timeout http_503;$/m)
  })

  test('sends the next one what leads to a payment, what is signed with the time, and nothing else that is no reading', () => {
    expect(how).toBe('error http_503 non_idempotent')
    const paths = [...posts.map(({ path }) => path), gatewayEventsPath, emailReportsPath]
    const again = paths.filter((path) => new RegExp(repeated).test(path))
    const paying = [rememberHumanCheck.path, validateAccount.path, startCheckout.path, payeezy.path]
    expect(again).toEqual([...paying, gatewayEventsPath, emailReportsPath])
  })

  test('leaves no process out: where all answer 503, some call may still be answered', () => {
    const servers = proxy.match(/^ {2}server 127.*$/gm) ?? []
    expect(servers.filter((line) => !line.endsWith(' max_fails=0;'))).toEqual([])
    expect(servers).toHaveLength(3)
  })
})

describe('the answers of deploy/nginx.conf itself', () => {
  const proxy = read('deploy/nginx.conf')

  test('are problem documents that the pages know, in their words', () => {
    const problems = [...proxy.matchAll(/return (\d+) '(\{.*\})'/g)]
    expect(problems).toHaveLength(5)
    const titles = Object.entries(commonProblems).map(([name, { title }]) => [problemType(name), title])
    for (const [, status, body = ''] of problems) {
      const problem = Problem.parse(JSON.parse(body))
      expect(problem).toMatchObject({ status: Number(status), requestId: '$request_id' })
      expect(titles).toContainEqual([problem.type, problem.title])
    }
  })

  test('have the headers of every other reply', () => {
    const added = [...proxy.matchAll(/add_header (\S+) ['"]?(.*?)['"]? always;/g)].map(([, header = '', value]) => [
      header.toLowerCase(),
      value,
    ])
    const { 'content-security-policy': _, ...headers } = securityHeaders({ videoHosts: [] }, {}, true)
    expect(added).toEqual(expect.arrayContaining(Object.entries(headers)))
  })

  test('allow the error page its style, and nothing else', () => {
    const style = /<style>(.*?)<\/style>/s.exec(read('deploy/unavailable.html'))?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(proxy).toContain(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'`)
  })
})

describe('the command line of a deployed host', () => {
  let folder: string
  let database: TestDatabase
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deployed-'))
    database = await createTestDatabase()
  })
  afterAll(async () => {
    await database.drop()
    await rm(folder, { recursive: true })
  })

  function portal(words: string[], settings: Record<string, string>) {
    const path = [folder, dirname(process.execPath), process.env['PATH']].join(delimiter)
    const env = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], PATH: path, ...settings }
    const { status, stdout, stderr } = spawnSync(join(root, 'deploy/portal'), words, {
      env,
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  test('given the credentials of a unit, then it runs the command with them', async () => {
    await writeFile(join(folder, 'secrets_database-url'), `${database.url}\n`)
    expect(portal(['migrate'], { CREDENTIALS_DIRECTORY: folder })).toEqual({
      status: 0,
      stdout: 'The database schema is up to date.\n',
      stderr: '',
    })
  })

  test.each([['import', '--help'], ['admin', 'create', '-h'], ['help'], []])(
    'given no credentials, then %s %s is answered without them',
    (...words) => {
      expect(portal(words, {}).stdout).toMatch(/^portal /)
    },
  )

  test.each(['v20.20.2', 'v23.11.0'])('given Node %s, then one clear line says so', async (version) => {
    const old = await mkdtemp(join(tmpdir(), 'old-node-'))
    await writeFile(join(old, 'node'), `#!/bin/sh\necho ${version}\n`)
    await chmod(join(old, 'node'), 0o755)
    const { status, stderr } = spawnSync(join(root, 'deploy/portal'), ['migrate'], {
      env: { PATH: [old, process.env['PATH']].join(delimiter) },
      encoding: 'utf8',
    })
    await rm(old, { recursive: true })
    const oldest = JSON.parse(read('package.json')).engines.node.slice(2)
    const line = `Node ${oldest} or newer is needed at /usr/bin/node or /usr/local/bin/node. It is ${version}.\n`
    expect({ status, stderr }).toEqual({ status: 1, stderr: line })
  })

  test('given no credentials, then it starts itself with them, and the exit code is that of the command', async () => {
    const stub = join(folder, 'systemd-run')
    await writeFile(stub, '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 1\n')
    await chmod(stub, 0o755)
    const { status, stdout } = portal(['reconcile', '--date', '2026-06-01'], {})
    expect(status).toBe(1)
    expect(stdout).toContain('--property=LoadCredential=secrets:/etc/portal/secrets\n')
    expect(stdout).toMatch(/\n--\n.*\/deploy\/portal\nreconcile\n--date\n2026-06-01\n$/)
  })

  test('then its secrets are settings of the server, and the guide says how to change each', () => {
    const secrets = [...wrapper.matchAll(/^ {2}([A-Z_]+):([a-z-]+)/gm)]
    expect(secrets).toHaveLength(11)
    const table = read('docs/deployment.md').split('## Changing secrets')[1]
    for (const [, setting, secret] of secrets) {
      expect(settingNames).toContain(setting)
      expect(table).toContain(`\`${secret}\``)
    }
  })
})
