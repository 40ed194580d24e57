import { act, renderHook } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import type { FormErrors } from '#ui/form/error-summary.tsx'
import { useFilterForm } from './filters.tsx'

const fieldIds = { who: 'who-id', day: 'day-id' }
const check = ({ day }: { day: string }): FormErrors => (day === 'never' ? { day: 'No such day' } : {})

function openForm(inAddress: { who: string; day: string }) {
  const searched: unknown[] = []
  /** What was on the screen, one after the other. */
  const seen: string[] = []
  const { result, rerender } = renderHook(
    (filters) => {
      const form = useFilterForm({ inAddress: filters, check, fieldIds, onSearch: (typed) => searched.push(typed) })
      useLayoutEffect(() => {
        seen.push(form.values.who)
      })
      return form
    },
    { initialProps: inAddress },
  )
  return { result, goTo: rerender, searched, seen }
}

test('another address fills the form in at once: what was typed before is never shown with it', () => {
  const { result, goTo, seen } = openForm({ who: 'ana', day: '' })
  act(() => result.current.change('who', 'ben'))
  goTo({ who: 'cy', day: '' })
  goTo({ who: 'ana', day: '' })
  expect(seen).toEqual(['ana', 'ben', 'cy', 'ana'])
})

test('the same address keeps what is typed', () => {
  const { result, goTo } = openForm({ who: 'ana', day: '' })
  act(() => result.current.change('who', 'ben'))
  goTo({ who: 'ana', day: '' })
  expect(result.current.values.who).toBe('ben')
})

test('what is wrong with the address is said at once, what is typed only when it is searched for', () => {
  const { result, goTo, searched } = openForm({ who: '', day: 'never' })
  expect(result.current.field('day').error).toBe('No such day')
  goTo({ who: '', day: '' })
  act(() => result.current.change('day', 'never'))
  expect(result.current.field('day').error).toBeUndefined()
  act(() => result.current.search(result.current.values))
  expect([result.current.field('day').error, searched]).toEqual(['No such day', []])
  act(() => result.current.search({ who: 'ana', day: 'today' }))
  expect([result.current.values.day, searched]).toEqual(['today', [{ who: 'ana', day: 'today' }]])
})
