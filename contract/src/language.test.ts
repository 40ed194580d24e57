import { describe, expect, test } from 'vitest'
import { languageOf } from './language.ts'

const english = languageOf()
const spanish = languageOf(
  {
    City: 'Ciudad',
    'Copy {name}': 'Copiar {name}',
    '{shown} of {total}': 'De {total}, {shown}',
    'Please use at most # characters.': 'Use # caracteres como máximo.',
    'From # to #': 'De # a #',
    'One bill': 'Una factura',
    '{count} bills': '{count} facturas',
    '{count} bills [many]': '{count} de facturas',
  },
  'es-US',
)

describe('a text', () => {
  test('is English without a catalog, and where the catalog lacks it', () => {
    expect([english.t('City'), spanish.t('State')]).toEqual(['City', 'State'])
  })

  test('is looked up by its English, and its holes are filled in the order of the language', () => {
    expect([spanish.t('City'), spanish.t('Copy {name}', { name: 'W-77' })]).toEqual(['Ciudad', 'Copiar W-77'])
    expect(spanish.t('{shown} of {total}', { shown: 6, total: 42 })).toBe('De 42, 6')
  })

  test('that a value looks like has no part in it', () => {
    expect(english.t('Copy {name}', { name: '{name} $& City' })).toBe('Copy {name} $& City')
  })

  test('that arrives with its numbers in it is looked up without them', () => {
    expect(spanish.t<string>('Please use at most 1,024 characters.')).toBe('Use 1,024 caracteres como máximo.')
    expect(spanish.t<string>('From 01/31/2026 to 2:05 PM')).toBe('De 01/31/2026 a 2:05 PM')
  })
})

describe('a count', () => {
  const bills = ({ plural }: typeof english, count: number) => plural(count, 'One bill', '{count} bills')
  test.each([
    [english, 1, 'One bill'],
    [english, 0, '0 bills'],
    [english, 1234, '1,234 bills'],
    [spanish, 1, 'Una factura'],
    [spanish, 2, '2 facturas'],
    [spanish, 1_000_000, '1,000,000 de facturas'],
  ])('takes the form of its language: %#', (language, count, said) => expect(bills(language, count)).toBe(said))
})
