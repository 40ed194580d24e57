/*
 * What `npm start`, `npm test` and the other commands run first, on whatever Node the machine has. It installs the
 * packages when package-lock.json asks for other ones than are there, or when some of their files are missing. Then it
 * runs the task on the Node that came with them. It is plain JavaScript without packages, because it runs before either
 * is certain to be there.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const tasks = {
  start: 'tools/run/start.ts',
  test: 'tools/run/test.ts',
  build: 'tools/run/build.ts',
  gallery: 'tools/run/gallery.ts',
  browsers: 'e2e/engines/walks.ts',
  bench: 'tools/benches/main.ts',
  simulate: 'tools/simulate/main.ts',
  portal: 'tools/portal.ts',
  house: 'tools/house/measure-house.ts',
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const oldestNode = Number(readJson(join(root, 'package.json'))?.engines?.node.match(/\d+/))
const lockFile = join(root, 'package-lock.json')
/** Where npm records what it has installed. */
const record = join(modules, '.package-lock.json')
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Where this script records what it has installed. Like npm's record it is inside, so that both go together. */
const inventoryFile = join(modules, '.inventory.json')

const [taskName = '', ...parameters] = process.argv.slice(2)
const isStorm = taskName === 'simulate' && parameters.includes('--processes')
const task = isStorm ? 'tools/failures/main.ts' : tasks[taskName]
if (!task) fail(`Missing task. Choose one of: ${Object.keys(tasks).join(', ')}`)

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
 * Whether every package is there in the version of package-lock.json, with all of its files as far as an inventory knows
 * them. npm writes its record at the end, so an interrupted first install does not count. Neither does one without
 * development packages. An install by hand does.
 */
function isInstalled() {
  const installed = packagesOf(record)
  const isRecorded = Object.entries(packagesOf(lockFile)).every(([path, { version, link, optional }]) => {
    return !path.includes('node_modules/') || link || optional || installed[path]?.version === version
  })
  if (!isRecorded || !Object.entries(installed).every(isThere)) return false
  const taken = inventory()
  if (taken) return isComplete(taken)
  // Installed by hand since the last start.
  takeInventory()
  return true
}

/** The packages that a lock file names; none when it is not there, or was cut short. */
function packagesOf(file) {
  return readJson(file)?.packages ?? {}
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function isThere([path, { version, link }]) {
  return link ? existsSync(join(root, path)) : readJson(join(root, path, 'package.json'))?.version === version
}

/** What each folder had when the inventory was taken; unknown when npm has changed the packages since. */
function inventory() {
  const taken = readJson(inventoryFile)
  return taken && taken.record === recordHash() ? taken.folders : undefined
}

function takeInventory() {
  writeFileSync(inventoryFile, JSON.stringify({ record: recordHash(), folders: foldersNow() }))
}

function recordHash() {
  return createHash('sha256').update(readFileSync(record)).digest('hex')
}

/** Whether no folder has fewer files or bytes than it had. More are no harm: some tools write into their packages. */
function isComplete(taken) {
  const now = foldersNow()
  return Object.entries(taken).every(([path, [files, bytes]]) => {
    const [filesNow, bytesNow] = now[path] ?? [0, 0]
    return filesNow >= files && bytesNow >= bytes
  })
}

/** How many entries and bytes each folder has that npm fills: a tenth of a second of work. */
function foldersNow() {
  const folders = {}
  for (const folder of moduleFolders()) count(folder, folders)
  return folders
}

function count(folder, folders) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(({ name }) => isOfNpm(folder, name))
  let bytes = 0
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) count(path, folders)
    else bytes += lstatSync(join(root, path)).size
  }
  folders[folder] = [entries.length, bytes]
}

/** Beside the packages, tools keep what they may clear at any time in folders that begin with a dot. */
function isOfNpm(folder, name) {
  return !folder.endsWith('node_modules') || !name.startsWith('.') || name === '.bin'
}

/** The checkout's own folders of packages: that of the root, and those of parts that need another version. */
function moduleFolders() {
  const folders = Object.keys(packagesOf(lockFile)).flatMap((path) => /^.*?node_modules(?=[/])/.exec(path)?.[0] ?? [])
  return [...new Set(folders)].filter((folder) => existsSync(join(root, folder)))
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
  console.log('Installing packages (about 30 seconds) …')
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  // When a registry lacks a package for some platform, npm refuses the lock file; a plain install accepts it.
  const done = npm(['ci', ...options]) || (clear() && npm(['install', '--no-save', ...options]))
  if (!done) fail('npm could not install the packages. See the error above.')
  takeInventory()
}

/** A plain install trusts npm's record of an earlier one, so it would not put back what is missing. */
function clear() {
  for (const folder of moduleFolders()) rmSync(join(root, folder), { recursive: true, force: true })
  return true
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
    console.log('Waiting for another install in this folder …')
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
      `npm has no Node ${oldestNode} for this machine, and the installed version is ${process.version}. Install Node ${oldestNode} or later.`,
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
  child.once('error', (error) => fail(`Node failed to start: ${error.message}`))
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
