import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Builder, By, Capabilities, type WebDriver } from 'selenium-webdriver'
import type { Engine, EngineWindow, Size } from './engine.ts'

const driver = '/usr/bin/WebKitWebDriver'
const display = '/usr/bin/Xvfb'
const [browser = '/usr/lib/MiniBrowser'] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
export const webkit = { name: 'WebKit', programs: [driver, display, browser], package: 'webkit2gtk-driver xvfb', start }

/** The engine of Safari and of every browser on an iPhone, on a screen that nobody sees. */
async function start(): Promise<Engine> {
  const screen = spawn(display, ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = await once(screen.stdio[3] ?? process.stdin, 'data')
  return { open: async (size) => await open(String(number).trim(), size), stop: async () => await ended(screen) }
}

async function open(screen: string, size: Size): Promise<EngineWindow> {
  const port = await freePort()
  const server = spawn(driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${screen}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  })
  const trouble: string[] = []
  const note = (piece: Buffer): void => {
    const lines = piece.toString().split('\n')
    trouble.push(...lines.filter((line) => /^CONSOLE (?:\w+ )?ERROR|violat|Refused|preload/.test(line)))
  }
  server.stdout.on('data', note)
  server.stderr.on('data', note)
  const session = await begin(port)
  await openWindow(session, size)
  return {
    open: async (address) => await session.get(address),
    evaluate: async (expression, frame) => {
      if (frame) await session.switchTo().frame(await session.findElement(By.css(`iframe[title="${frame}"]`)))
      try {
        return await session.executeScript(`return ${expression}`)
      } finally {
        if (frame) await session.switchTo().defaultContent()
      }
    },
    // Its actions count from the corner of the window, in a frame, too. What scrolls in a frame does not scroll its page.
    press: async ({ x, y }, frame) => {
      const box = frame ? await session.findElement(By.css(`iframe[title="${frame}"]`)) : null
      const script = `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top } = arguments[0].getBoundingClientRect()
        return [left, top]`
      const [left, top] = box ? await session.executeScript<[number, number]>(script, box) : [0, 0]
      const [toX, toY] = [Math.round(left + x), Math.round(top + y)]
      await session.actions().move({ x: toX, y: toY, duration: 0 }).click().perform()
    },
    type: async (text) => await session.actions().sendKeys(text).perform(),
    picture: async () => await session.takeScreenshot(),
    trouble: () => trouble,
    close: async () => {
      await session.quit().catch(() => undefined)
      await ended(server)
    },
  }
}

async function begin(port: number): Promise<WebDriver> {
  const args = ['--automation', '--enable-write-console-messages-to-stdout=true']
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browser, args },
  })
  for (let tries = 0; ; tries++) {
    try {
      return await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build()
    } catch (error) {
      if (tries === 20) throw error
      await wait(200)
    }
  }
}

/** A window that a page has opened may be narrow: its own first one has a tool bar. */
async function openWindow(session: WebDriver, { width, height }: Size): Promise<void> {
  const features = `width=${width},height=${height},toolbar=no,location=no`
  await session.get(`data:text/html,<button onclick="open('about:blank','_blank','${features}')">Open</button>`)
  const first = await session.getWindowHandle()
  await session.findElement(By.css('button')).click()
  for (;;) {
    const other = (await session.getAllWindowHandles()).find((handle) => handle !== first)
    if (other) return await session.switchTo().window(other)
    await wait(50)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function ended(child: ChildProcess): Promise<void> {
  child.kill()
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
