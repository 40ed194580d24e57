import { popupOffline } from '@portal/contract/page-words'
import { paymentTexts } from '@portal/contract/payments'
import { act, render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { PopupProvider, usePopup } from './popup.tsx'

function PaymentUnderWay() {
  const popup = usePopup()
  useEffect(() => popup.show({ kind: 'warning', message: paymentTexts.processing, locked: true }), [popup])
  return null
}

test('who loses the network during a payment is told to wait for its outcome and not to pay again (C§2.10)', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  const network = (isThere: boolean) => {
    onLine.mockReturnValue(isThere)
    act(() => void dispatchEvent(new Event(isThere ? 'online' : 'offline')))
  }
  render(
    <PopupProvider>
      <PaymentUnderWay />
    </PopupProvider>,
  )
  screen.getByText(paymentTexts.processing)
  expect(screen.queryByText(popupOffline)).toBeNull()
  network(false)
  expect(screen.getByText(popupOffline).closest('[role=status]')).not.toBeNull()
  network(true)
  expect(screen.queryByText(popupOffline)).toBeNull()
  onLine.mockRestore()
})
