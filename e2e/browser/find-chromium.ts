import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Prints the path of a working Chromium; installs Debian's package (as root) or Playwright's if there is none. */

const debianPackages = ['chromium-headless-shell', 'fonts-liberation']
/** The browser without a user interface comes first, because it needs a fifth less processor time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin']
const macApplication = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

const given = process.env.CHROMIUM_PATH
const found = given ? checked(given) : (findWorking() ?? installed())
if (found) {
  console.log(found)
} else {
  console.error('No Chromium works here. Install one (Debian: apt install chromium), or name one in CHROMIUM_PATH.')
  process.exitCode = 1
}

function checked(path: string): string | undefined {
  if (works(path)) return path
  console.error(`CHROMIUM_PATH names a browser that does not work: ${path}`)
  return undefined
}

function findWorking(): string | undefined {
  return candidates().find(works)
}

function candidates(): string[] {
  const ofSystem = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [...ofPlaywright(), ...ofSystem, macApplication]
}

/** The browser that Playwright would use, and the smaller one without a user interface in a folder beside it. */
function ofPlaywright(): string[] {
  const whole = chromium.executablePath()
  const browsers = dirname(dirname(dirname(whole)))
  return [whole, ...globSync(join(browsers, 'chromium_headless_shell-*', '*', '*headless*shell'))]
}

/** Measures a word: without any font its width is 0, and tests would fail for no visible reason. */
function works(path: string): boolean {
  const page = 'data:text/html,<span id=word>Water</span><script>document.title=`wide:${word.offsetWidth>9}`</script>'
  const parameters = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--dump-dom', page]
  const shown = spawnSync(path, parameters, { encoding: 'utf8', timeout: 30_000, killSignal: 'SIGKILL' })
  return shown.stdout?.includes('wide:true') ?? false
}

function installed(): string | undefined {
  if (process.getuid?.() === 0 && run('apt-get', ['--version'], { stdio: 'ignore' })) {
    console.error('Installing Chromium with apt-get …')
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    run('apt-get', ['update', '-qq'], { env: environment })
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...debianPackages], { env: environment })
    const browser = findWorking()
    if (browser) return browser
  }
  console.error('Downloading Chromium with Playwright …')
  run('playwright', ['install', 'chromium', '--only-shell'], { timeout: 300_000 })
  return findWorking()
}

/** Its output goes to stderr, because stdout is for the answer. */
function run(command: string, parameters: string[], options: SpawnSyncOptions): boolean {
  return spawnSync(command, parameters, { stdio: ['ignore', 2, 2], ...options }).status === 0
}
