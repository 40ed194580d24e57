import Bowser from 'bowser'

/** No ordinary browser has a longer `User-Agent`; the rest of a longer one is ignored. */
const longestUserAgent = 400
const longestDevice = 100

/** A browser in plain words, such as 'Firefox on Android', from its `User-Agent`; empty when that does not say. */
export function deviceOf(userAgent: string | undefined): string {
  if (!userAgent) return ''
  const { browser, os } = Bowser.parse(userAgent.slice(0, longestUserAgent))
  return [browser.name, os.name].filter(Boolean).join(' on ').slice(0, longestDevice)
}
