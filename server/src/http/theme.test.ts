import { createServer } from 'node:http'
import type { Look } from '@portal/contract/theme'
import fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLogo } from '../settings/profile.ts'
import { defaultProfile } from '../testing/profile.ts'
import { layOutEmail } from '../wording/email-layout.ts'
import { serveTheme } from './theme.ts'

const look: Look = {
  deep: '#12351f',
  brand: '#1f6b3a',
  accent: '#7fb069',
  pay: '#f6c945',
  ink: '#14211a',
  page: '#f1f6f0',
}
const harbor = { ...defaultProfile, name: 'Harbor Utilities', shortName: 'Harbor', look }

/** What no page of another utility may have. */
const ofTheProduct = new RegExp([defaultProfile.name, ...Object.values(defaultProfile.look)].join('|'), 'i')

describe('the look of another utility', () => {
  const app = fastify({ serverFactory: (handler) => createServer(handler) })
  let head: string
  beforeAll(() => {
    head = serveTheme(app, harbor, readLogo(harbor))('dark')
  })
  afterAll(() => app.close())

  test('is in the head, the style sheets, the logo and the manifest of its pages, and nothing of the product’s is', async () => {
    const addresses = [...head.matchAll(/href="([^"]+)"/g)].map(([, address = '']) => address)
    const texts = addresses.filter((address) => !address.endsWith('.png'))
    expect(texts).toHaveLength(4)
    const bodies = await Promise.all(texts.map(async (url) => (await app.inject(url)).body))
    for (const body of [head, ...bodies]) expect(body).not.toMatch(ofTheProduct)
    for (const color of Object.values(look)) expect(bodies.join('')).toContain(color)
    const manifest = (await app.inject('/manifest.webmanifest')).json<object>()
    expect(manifest).toMatchObject({ name: 'Harbor Utilities', short_name: 'Harbor', theme_color: look.deep })
  })

  test('is behind the logo of its icon', async () => {
    const { rawPayload } = await app.inject('/icon-192.png')
    const corner = await sharp(rawPayload).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()
    expect(corner.subarray(0, 3).toString('hex')).toBe(look.deep.slice(1))
  })

  test('leaves the logo of its PDF files on white, without transparency', async () => {
    const { rawPayload } = await app.inject('/logo.png')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', hasAlpha: false, isProgressive: false })
    const corner = await sharp(rawPayload).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer()
    expect(corner.subarray(0, 3).toString('hex')).toBe('ffffff')
  })

  test('is in its emails', () => {
    const parts = [{ kind: 'paragraph', text: 'Thank you.' } as const]
    const { html } = layOutEmail({ subject: { text: 'Receipt' }, heading: { text: 'Payment received' }, parts }, harbor)
    expect(html).toContain('Harbor Utilities')
    expect(html).toContain(look.deep)
    expect(html).not.toMatch(ofTheProduct)
  })
})
