import { checkoutProblems } from '@portal/contract/checkout-problems'
import { type CommonProblemName, commonProblems } from '@portal/contract/problem'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiProblem } from '#api/problem.ts'
import { PaymentProblem } from './payment-problem.tsx'
type Name = CommonProblemName | keyof typeof checkoutProblems

function show(name: Name, as: 'guest' | 'customer' | 'admin') {
  const onStartAgain = vi.fn<() => void>()
  const { title } = { ...commonProblems, ...checkoutProblems }[name]
  render(
    <PaymentProblem
      problem={new ApiProblem({ name, message: title })}
      as={as}
      asked={[]}
      onTryAgain={() => undefined}
      onStartAgain={onStartAgain}
      startAgain="Find your account again"
    />,
  )
  return onStartAgain
}

test.each<[Name, 'guest' | 'customer' | 'admin', string]>([
  ['not-signed-in', 'guest', checkoutProblems['account-not-open'].title],
  ['account-not-open', 'guest', checkoutProblems['account-not-open'].title],
  ['account-not-open', 'customer', checkoutProblems['account-not-open'].title],
  ['account-being-paid', 'admin', checkoutProblems['account-being-paid'].title],
])('given %s for the %s, then the next step is to find the account again', async (name, as, told) => {
  const onStartAgain = show(name, as)
  expect(screen.getByText(told)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Find your account again' }))
  expect(onStartAgain).toHaveBeenCalledOnce()
})

test.each<[Name, 'guest' | 'customer' | 'admin']>([
  ['not-signed-in', 'customer'],
  ['account-being-paid', 'guest'],
  ['account-not-payable', 'guest'],
])('given %s for the %s, then finding the account again would not help', (name, as) => {
  show(name, as)
  expect(screen.queryByRole('button')).toBeNull()
})
