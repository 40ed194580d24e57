import type { Page } from '@playwright/test'
import { consoleTabNames } from '@portal/contract/admin-levels'
import { displayName } from '@portal/contract/text'
import { expect, test } from '../browser/fixtures.ts'
import { phone } from '../browser/screens.ts'
import { openConsole } from '../steps/console.ts'
import { openDashboard } from '../steps/dashboard.ts'
import { payByCall } from '../world/payments.ts'

/**
 * A made-up language, with accents and 40 % longer, shows which texts do not pass through `t` and which are cut off.
 * Data stay as they are: whatever a call or the profile says, months (`Intl` writes them in the profile's locale), brands
 * of cards, and forms of what is typed.
 */

const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
const words = new RegExp(`, and (?=Discover)|MM/(DD/YY|YY)(YY)?|Visa|Mastercard|Discover|Public Sans|${months}`, 'g')

test.use({ expectedTrouble: /status of 404/, viewport: { width: phone.width, height: phone.height } })

test('in another language, no text of a visitor’s pages is left in English or cut off', async ({ page }) => {
  const look = await speakMadeUp(page)
  for (const address of ['/', '/paynow', '/sign-up', '/faq', '/maintenance', '/no-such-page', '/gwaadmin']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await look(address)
  }
})

test('in another language, no text of the dashboard is left in English or cut off', async ({ page, world }) => {
  const customer = await world.customer('oneOfSeveral')
  const dashboard = await openDashboard(page, customer)
  const look = await speakMadeUp(page)
  await page.reload()
  for (const view of ['summary', 'account', 'bills', 'edit', 'survey', 'news', 'help']) {
    await dashboard.view(`view=${view}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await look(view)
  }
})

test('in another language, no text of the console is left in English or cut off', async ({ page, world }) => {
  await payByCall(world, [await world.account('owing')])
  await openConsole(page, world, 1)
  const look = await speakMadeUp(page)
  for (const view of [...Object.keys(consoleTabNames), 'reports&part=exceptions', 'audit-log', 'own-sessions']) {
    await page.goto(`/admin-dashboard?view=${view}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await look(view)
  }
})

/** @returns looks at the page as it is now, and fails naming what escaped or does not fit */
async function speakMadeUp(page: Page): Promise<(where: string) => Promise<void>> {
  const data = new Set<string>()
  const arriving: Promise<void>[] = []
  page.on('response', (response) => {
    if (!response.headers()['content-type']?.includes('json')) return
    arriving.push(
      response.json().then(
        (body) => collect(body, data),
        () => undefined,
      ),
    )
  })
  await page.addInitScript(madeUpCatalog)
  return async (where) => {
    await page.waitForLoadState('networkidle')
    await Promise.all(arriving)
    const start = await page.locator('#portal-start').textContent()
    collect(JSON.parse(start ?? 'null'), data)
    const { texts, cut, width } = await page.evaluate(readTexts)
    expect(texts.length).toBeGreaterThan(8)
    const longest = [...data].toSorted((a, b) => b.length - a.length)
    const escaped = texts.filter((text) => {
      const ours = longest.reduce((left, each) => left.replaceAll(each, ''), text.replaceAll(/\s+/g, ' '))
      return /[A-Za-z]{3,}/.test(ours.replaceAll(words, ''))
    })
    expect.soft({ where, escaped, cut, width }).toEqual({ where, escaped: [], cut: [], width: phone.width })
  }
}

function collect(value: unknown, into: Set<string>): void {
  // As the audit log shows what was set.
  if (typeof value === 'boolean') into.add(String(value))
  if (typeof value === 'string' && value.length > 2) {
    into.add(value.replaceAll(/\s+/g, ' ').trim())
    // The billing system has the last name first.
    into.add(displayName(value))
  }
  if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) collect(each, into)
}

/** Answers every key, in the page, before its scripts. */
function madeUpCatalog(): void {
  const accents: Readonly<Record<string, string>> = {
    a: 'á',
    e: 'é',
    i: 'í',
    o: 'ó',
    u: 'ú',
    n: 'ñ',
    s: 'š',
    t: 'ť',
    r: 'ř',
    l: 'ľ',
    c: 'č',
    d: 'ď',
  }
  const say = (text: string): string => {
    const said = text.replaceAll(
      /\{\w+\}|[A-Za-z]/g,
      (part) => accents[part.toLowerCase()] ?? (part.length > 1 ? part : `${part}\u0301`),
    )
    return said + ' óñé'.repeat(Math.round(text.length / 10))
  }
  Object.defineProperty(globalThis, 'portalCatalog', {
    value: new Proxy<Record<string, string>>({}, { get: (_, key) => say(String(key)), has: () => false }),
  })
}

/** The texts and labels of the page, those whose box is too narrow for them, and the width of the whole. */
function readTexts(): { texts: string[]; cut: string[]; width: number } {
  const texts: string[] = []
  const cut: string[] = []
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('script, noscript, svg, :not(html)[lang]')) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const label = element.getAttribute(name)
      if (label) texts.push(label)
    }
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    const text = own
      .map((node) => node.textContent)
      .join('')
      .trim()
    if (text === '' || !element.checkVisibility()) continue
    texts.push(text)
    const { overflowX, textOverflow } = getComputedStyle(element)
    const isNarrow = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 2
    if (isNarrow && overflowX === 'hidden' && textOverflow !== 'ellipsis') cut.push(text)
  }
  return { texts, cut, width: document.documentElement.scrollWidth }
}
