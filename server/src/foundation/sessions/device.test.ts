import { expect, test } from 'vitest'
import { deviceOf } from './device.ts'

const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

test.each([
  [chromeOnWindows, 'Chrome on Windows'],
  [`${chromeOnWindows} Edg/140.0.0.0`, 'Microsoft Edge on Windows'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:142.0) Gecko/142.0 Firefox/142.0', 'Firefox on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [undefined, ''],
  ['', ''],
])('%j is %j', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))

test.each(['<script>alert(1)</script>', 'x'.repeat(100_000), '((((((((', 'Chrome/'.repeat(5000)])(
  'whatever else is said gives a short text',
  (userAgent) => expect(deviceOf(userAgent).length).toBeLessThanOrEqual(100),
)
