import { act, render, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useCheckedForm } from './use-checked-form.ts'

const fieldIds = { word: 'word-id', again: 'again-id' }

/** Both fields are required and must be equal. */
function check({ word, again }: { word: string; again: string }) {
  return {
    ...(word ? {} : { word: 'Type a word' }),
    ...(word === again ? {} : { again: 'Not the same' }),
  }
}

/** A submission within the same task would be the second press of a double click. */
const nextTask = async () => await new Promise((resolve) => setTimeout(resolve))

const same = { word: 'b', again: 'b' }

function openForm({ liftsRefusals }: { liftsRefusals?: 'again' } = {}) {
  const sent: unknown[] = []
  const initialValues = { word: '', again: 'b' }
  const { result } = renderHook(() => useCheckedForm({ initialValues, check, fieldIds, liftsRefusals }))
  return {
    sent,
    messages: () => result.current.errors.map((error) => error.message),
    type: (field: 'word' | 'again', text: string) => act(() => result.current.form.setFieldValue(field, text)),
    submit: () => act(() => result.current.onSubmit((values) => sent.push(values))()),
    refuse: (field: string, message: string) => act(() => result.current.refuse([{ field, message }])),
    showError: (field: 'word' | 'again', message: string) => act(() => result.current.showError(field, message)),
    attempt: () => result.current.attempt,
  }
}

test('nothing is said before the first submission; then everything that is wrong, in the order of the screen', () => {
  const form = openForm()
  form.type('again', 'c')
  expect(form.messages()).toEqual([])
  form.submit()
  expect(form.messages()).toEqual(['Type a word', 'Not the same'])
  expect([form.sent, form.attempt()]).toEqual([[], 1])
})

test('a message about two fields goes away when either makes it right, and comes back when either makes it wrong', () => {
  const form = openForm()
  form.submit()
  form.type('word', 'b')
  expect(form.messages()).toEqual([])
  form.type('word', 'a')
  expect(form.messages()).toEqual(['Not the same'])
})

test('a form that is emptied once it was sent is not wrong, whatever failed before', () => {
  const form = openForm()
  form.submit()
  form.type('word', 'b')
  form.submit()
  form.type('word', '')
  expect([form.messages(), form.sent]).toEqual([[], [{ word: 'b', again: 'b' }]])
})

test('what the server refused is shown until that field has changed, and asked again by whoever submits it again', async () => {
  const form = openForm()
  form.type('word', 'b')
  form.submit()
  form.refuse('word', 'Taken')
  expect([form.messages(), form.attempt()]).toEqual([['Taken'], 1])
  await nextTask()
  form.submit()
  expect([form.messages(), form.sent]).toEqual([[], [same, same]])
  // The message comes anew, and the focus with it.
  form.refuse('word', 'Taken')
  expect([form.messages(), form.attempt()]).toEqual([['Taken'], 2])
  form.type('word', 'c')
  expect(form.messages()).toEqual([])
})

test('a mistake elsewhere is said together with what the server refused, and nothing is asked', () => {
  const form = openForm()
  form.type('word', 'b')
  form.refuse('word', 'Taken')
  form.type('again', 'c')
  form.submit()
  expect([form.messages(), form.sent]).toEqual([['Taken', 'Not the same'], []])
})

test('an error that came while typing is what the next submission says; the one after it asks the server', () => {
  const form = openForm()
  form.type('word', 'b')
  form.showError('word', 'Taken')
  expect([form.messages(), form.attempt()]).toEqual([['Taken'], 0])
  form.submit()
  expect([form.messages(), form.attempt(), form.sent]).toEqual([['Taken'], 1, []])
  form.submit()
  expect([form.messages(), form.sent]).toEqual([[], [same]])
})

test('what the server refused because of another field too is no longer said once that one has changed', () => {
  const form = openForm({ liftsRefusals: 'again' })
  form.type('word', 'b')
  form.refuse('word', 'Not of this other one')
  form.type('again', 'c')
  expect(form.messages()).toEqual([])
  form.type('word', 'c')
  form.type('again', 'b')
  form.type('word', 'b')
  form.submit()
  expect([form.messages(), form.sent]).toEqual([[], [{ word: 'b', again: 'b' }]])
})

test('given the other field was typed anew before the refusal, then nothing is refused', () => {
  const form = openForm({ liftsRefusals: 'again' })
  form.type('word', 'b')
  form.submit()
  form.type('again', 'c')
  form.refuse('word', 'Not of this other one')
  expect([form.messages(), form.attempt()]).toEqual([[], 0])
})

test('given a field was typed anew before the server refused what had been sent, then its new value is not refused', async () => {
  const form = openForm()
  form.type('word', 'b')
  form.submit()
  form.type('word', 'c')
  form.refuse('word', 'Taken')
  expect([form.messages(), form.attempt()]).toEqual([[], 0])
  form.type('again', 'c')
  await nextTask()
  form.submit()
  expect(form.sent).toEqual([
    { word: 'b', again: 'b' },
    { word: 'c', again: 'c' },
  ])
})

test('a refusal of something that is not on the form says nothing at the fields', () => {
  const form = openForm()
  form.refuse('personId', 'Wrong')
  expect([form.messages(), form.attempt()]).toEqual([[], 0])
})

test('without a summary, a failed submission moves the focus to the first field in error, on the screen', () => {
  const initialValues = { word: '', again: 'b' }
  const { result } = renderHook(() => useCheckedForm({ initialValues, check, fieldIds, hasNoSummary: true }))
  render(
    <>
      <input id={fieldIds.word} />
      <input id={fieldIds.again} />
    </>,
  )
  act(() => result.current.onSubmit(() => undefined)())
  expect(document.activeElement?.id).toBe(fieldIds.word)
  act(() => result.current.refuse([{ field: 'again', message: 'Taken' }]))
  expect(document.activeElement?.id).toBe(fieldIds.again)
})
