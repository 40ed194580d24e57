/*
 * What `npm start`, `npm test` and the other commands run first, on whatever Node the machine has. It installs the
 * packages when package-lock.json asks for other ones than are there. Then it runs the task on the Node that came with
 * them. It is plain JavaScript without packages, because it runs before either is certain to be there.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const tasks = {
  start: 'tools/run/start.ts',
  test: 'tools/run/test.ts',
  gallery: 'tools/run/gallery.ts',
  bench: 'tools/run/bench.ts',
  simulate: 'tools/simulate/main.ts',
  chaos: 'tools/chaos/main.ts',
  portal: 'tools/portal.ts',
  specification: 'tools/specification-client/main.ts',
}
const oldestNode = 24

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
/** Where npm records what it has installed. */
const record = join(modules, '.package-lock.json')
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

const [taskName = '', ...parameters] = process.argv.slice(2)
const task = tasks[taskName]
if (!task) fail(`Say what to do: ${Object.keys(tasks).join(', ')}`)

if (!isInstalled()) await installAlone()
process.env.PATH = join(modules, '.bin') + delimiter + process.env.PATH
// Node compiles TypeScript again at every start, unless it may keep the result.
process.env.NODE_COMPILE_CACHE ??= join(root, 'var', 'compiled')
await runTask()

function fail(message) {
  console.error(message)
  process.exit(1)
}

/**
 * Whether every package is installed in the version of package-lock.json. npm writes its record at the end, so an
 * interrupted install does not count. Neither does one without development packages. An install by hand does.
 */
function isInstalled() {
  if (!existsSync(record)) return false
  const installed = packagesOf(record)
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, { version, link, optional }]) => {
    return !path.includes('node_modules/') || link || optional || installed[path]?.version === version
  })
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

/** Two commands started at once must not install into the same folder, so the second waits for the first. */
async function installAlone() {
  const release = await holdDoor()
  try {
    if (!isInstalled()) install()
  } finally {
    release()
  }
}

function install() {
  console.log('Installing packages, about half a minute …')
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  // When a registry lacks a package for some platform, npm refuses the lock file; a plain install accepts it.
  const done = npm(['ci', ...options]) || npm(['install', '--no-save', ...options])
  if (!done) fail('npm could not install the packages; its reason is above.')
}

function npm(command) {
  const cli = process.env.npm_execpath
  const [program, first] = cli ? [process.execPath, [cli]] : ['npm', []]
  return spawnSync(program, [...first, ...command], { cwd: root, stdio: 'inherit' }).status === 0
}

/** Listens on a socket file, which only one process can do, and which is free again however that process ends. */
async function holdDoor() {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const door = join(tmpdir(), `portal-install-${name}-${process.getuid?.() ?? 0}`)
  for (;;) {
    const server = await listen(door)
    if (server) return () => server.close()
    console.log('Waiting for another install of the same folder …')
    if ((await waitWhileHeld(door)) === 'abandoned') rmSync(door, { force: true })
  }
}

function listen(door) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.unref()
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(door, () => resolve(server))
  })
}

function waitWhileHeld(door) {
  return new Promise((resolve) => {
    const visitor = connect(door)
    visitor.once('error', () => resolve('abandoned'))
    visitor.once('close', () => resolve('released'))
    visitor.resume()
  })
}

/** Runs in this process when it is the right Node already, otherwise in a new one. */
async function runTask() {
  const pinned = join(modules, '.bin', 'node')
  const own = existsSync(pinned) ? realpathSync(pinned) : undefined
  if (own && own !== realpathSync(process.execPath)) return runOn(own)
  if (!own && Number(process.versions.node.split('.')[0]) < oldestNode) {
    fail(
      `npm has no Node ${oldestNode} for this machine, and this one is ${process.version}: install Node ${oldestNode} or newer.`,
    )
  }
  endWithParent(() => process.kill(process.pid, 'SIGTERM'))
  process.argv = [process.execPath, join(root, task), ...parameters]
  await import(pathToFileURL(join(root, task)).href)
}

function runOn(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), taskName, ...parameters], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, npm_lifecycle_event: undefined },
  })
  child.once('error', (error) => fail(`Node does not start: ${error.message}`))
  child.once('exit', (code, signal) => process.exit(signal ? 1 : code))
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  endWithParent(() => child.kill('SIGTERM'))
}

/** When npm or the outer process is killed, the task ends, too. */
function endWithParent(end) {
  process.once('disconnect', end)
  process.channel?.unref()
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 500)
  watch.unref()
}
