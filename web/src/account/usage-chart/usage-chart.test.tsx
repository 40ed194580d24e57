import { type WaterUnit, waterUnits } from '@portal/contract/utility'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { PortalStartProvider } from '#api/portal-start.tsx'
import { testStart } from '#testing/data.ts'
import { type Consumption, UsageChart } from './usage-chart.tsx'

const consumption: Consumption = {
  isHaveConsumptionChart: true,
  months: ['12/2025', '01/2026', '02/2026'],
  totalWater: [5400, null, 5597],
  amounts: ['80.53', '1234.00', '-12.50'],
  totalWaterYearBefore: [null, null, null],
  amountsYearBefore: [null, null, null],
}

function show(told: Consumption, waterUnit: WaterUnit = 'gallons') {
  render(
    <PortalStartProvider start={{ ...testStart, profile: { ...testStart.profile, waterUnit } }}>
      <UsageChart consumption={told} />
    </PortalStartProvider>,
  )
}

function rows(): string[][] {
  const table = screen.getByRole('table', { hidden: true })
  return within(table)
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map((cell) => cell.textContent ?? ''))
}

test('water is shown first, with its average in whole gallons and every value in a table (C§2.5)', () => {
  show(consumption)
  expect(screen.getByRole('radio', { name: 'Monthly Water Consumption' })).toHaveProperty('checked', true)
  screen.getByText('Average 5,499 gallons')
  expect(rows()).toEqual([
    ['Month', 'Gallons'],
    ['December 2025', '5,400'],
    ['January 2026', 'No reading'],
    ['February 2026', '5,597'],
  ])
})

test('the chart has a summary for screen readers, and draws a bar for each measured month', () => {
  show(consumption)
  const picture = screen.getByRole('img')
  expect(picture.getAttribute('aria-label')).toBe(
    'Monthly Water Consumption, a bar chart from December 2025 to February 2026. ' +
      'Lowest 5,400 gallons in December 2025, highest 5,597 gallons in February 2026.',
  )
  expect(picture.querySelectorAll('rect')).toHaveLength(2)
})

test('the current and the highest bar say their value, another one when it is pointed at', () => {
  show({ ...consumption, totalWater: [5400, 1200, 300] })
  const picture = screen.getByRole('img')
  const written = () => [...picture.querySelectorAll('text')].map(({ textContent }) => textContent)
  expect(written()).toEqual(expect.arrayContaining(['5,400', '300']))
  expect(written()).not.toContain('1,200')
  const [, second] = picture.querySelectorAll('path[class*=pointed]')
  if (!second) throw new Error('There is no second month')
  fireEvent.pointerEnter(second)
  expect(written()).toContain('1,200')
})

describe('the year before', () => {
  const compared = { ...consumption, totalWaterYearBefore: [null, 4000, 6100] }

  test('stands behind the bars, in the table and, for the current month or the one pointed at, in words', () => {
    show(compared)
    const picture = screen.getByRole('img')
    expect(picture.querySelectorAll('rect')).toHaveLength(4)
    expect(rows()).toEqual([
      ['Month', 'Gallons', 'Year before'],
      ['December 2025', '5,400', 'No reading'],
      ['January 2026', 'No reading', '4,000'],
      ['February 2026', '5,597', '6,100'],
    ])
    screen.getByText('February 2026: 5,597 gallons. Year before: 6,100 gallons.')
    const [, second] = picture.querySelectorAll('path[class*=pointed]')
    if (!second) throw new Error('There is no second month')
    fireEvent.pointerEnter(second)
    screen.getByText('January 2026: no reading. Year before: 4,000 gallons.')
  })

  test('is not spoken of where nothing of it is known', async () => {
    show(compared)
    await userEvent.click(screen.getByRole('radio', { name: 'Monthly Bill Amount' }))
    expect(screen.queryByText(/Year before/)).toBeNull()
  })
})

test('the switch shows bill amounts with their average in dollars, to the cent', async () => {
  show(consumption)
  await userEvent.click(screen.getByRole('radio', { name: 'Monthly Bill Amount' }))
  screen.getByText('Average $434.01')
  expect(rows().slice(1)).toEqual([
    ['December 2025', '$80.53'],
    ['January 2026', '$1,234.00'],
    ['February 2026', '-$12.50'],
  ])
})

test.each([['0.00'], ['0.02']])('given bills of %s at most, then the axis has whole cents', async (amount) => {
  show({ ...consumption, amounts: ['0.00', '0.00', amount] })
  await userEvent.click(screen.getByRole('radio', { name: 'Monthly Bill Amount' }))
  expect(rows().at(-1)).toEqual(['February 2026', `$${amount}`])
  expect(screen.getByRole('img').textContent).toContain('$0.01')
})

test('given no consumption, then a message says so', () => {
  show({ ...consumption, isHaveConsumptionChart: false })
  expect(screen.getByText('No consumption chart available')).toBeDefined()
})

test('water is counted in the unit of the utility', () => {
  const averages = waterUnits.map((unit) => {
    show({ ...consumption, totalWater: [1, 1, 4] }, unit)
    const text = screen.getByText(/^Average /).textContent
    cleanup()
    return text
  })
  expect(averages).toEqual([
    'Average 2 gallons',
    'Average 2 thousand gallons',
    'Average 2 cubic feet',
    'Average 2 CCF',
    'Average 2 cubic meters',
  ])
})
