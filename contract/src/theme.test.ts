import { describe, expect, test } from 'vitest'
import { contrastFaults, darkSheet, lightSheet, type Look, tokensOf } from './theme.ts'

const sea: Look = {
  deep: '#08304a',
  brand: '#0a67a8',
  accent: '#2bb3c0',
  pay: '#ffcd57',
  ink: '#10222f',
  page: '#eef4f6',
}
const looks: Readonly<Record<string, Look>> = {
  sea,
  wine: { deep: '#3b1f2b', brand: '#8a1538', accent: '#c8963e', pay: '#f2c14e', ink: '#1d1d1d', page: '#f7f3ef' },
  forest: { deep: '#12351f', brand: '#1f6b3a', accent: '#7fb069', pay: '#f6c945', ink: '#14211a', page: '#f1f6f0' },
}

describe.each(Object.entries(looks))('the look %s', (_, look) => {
  test('can be read in both schemes', () => expect(contrastFaults(look)).toEqual([]))

  test('is in both sheets, and in nothing else than its own colors and those of states', () => {
    expect(lightSheet(look)).toContain(`--brand:${look.brand}`)
    expect(darkSheet(look)).toContain(`--pay:${look.pay}`)
    const others = Object.values(looks).filter((other) => other !== look)
    for (const other of others.flatMap(({ deep, brand, accent, pay, ink, page }) => [
      deep,
      brand,
      accent,
      pay,
      ink,
      page,
    ])) {
      expect(lightSheet(look) + darkSheet(look)).not.toContain(other)
    }
  })
})

test.each([
  ['brand', '#ffe680', 'light: brand on surface'],
  ['deep', '#9fd3ff', 'light: on-deep on deep'],
  ['ink', '#8fa3b0', 'light: text on canvas'],
] as const)('a profile with %s %s hears what nobody could read: %s', (name, color, fault) => {
  expect(contrastFaults({ ...sea, [name]: color }).join('; ')).toContain(fault)
})

test('shapes of a chart that would be too pale are darkened until they can be seen', () => {
  const pale = tokensOf({ ...sea, accent: '#f5f5f5' }, 'light')
  expect(pale['chart-current']).not.toBe('#f5f5f5')
})
