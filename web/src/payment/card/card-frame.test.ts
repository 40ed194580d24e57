import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { own, text } from '#ui/form/fields.tsx'
import { useForm, written } from '#ui/form/use-form.ts'
import { type CardFrame, cardNumberId, useFrameCheck } from './card-frame.ts'

const fields = {
  cardNumber: own('', { id: cardNumberId }),
  holder: text({ id: 'holder', label: 'Card holder name' }, written('Who?')),
}

test('what is missing in the frame stands in the summary with what is missing around it, until it is complete', async () => {
  let isComplete = false
  const card = {
    isComplete: async () => isComplete,
    makeToken: async () => null,
    changeAmount: () => undefined,
    willSave: () => undefined,
    remove: () => undefined,
  }
  const frame: CardFrame = { current: Promise.resolve(card) }
  const sent: unknown[] = []
  const { result } = renderHook(() => {
    const inFrame = useFrameCheck(frame)
    const form = useForm(fields, { rules: [inFrame.rule] })
    return { ...form, submit: () => inFrame.first(form.onSubmit((values) => sent.push(values))) }
  })
  const submit = async () =>
    await act(async () => {
      result.current.submit()
      await new Promise((resolve) => setTimeout(resolve))
    })
  await submit()
  expect(result.current.errors.map(({ fieldId }) => fieldId)).toEqual([cardNumberId, 'holder'])
  isComplete = true
  act(() => result.current.form.setFieldValue('holder', 'Maria'))
  await submit()
  expect([result.current.errors, sent]).toEqual([[], [{ cardNumber: '', holder: 'Maria' }]])
})

test('a field whose rule refuses it empty is required, and says so', () => {
  const { result } = renderHook(() => useForm(fields))
  expect([result.current.form.input('holder').required, result.current.form.input('cardNumber').required]).toEqual([
    true,
    undefined,
  ])
})
