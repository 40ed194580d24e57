import { useEffect, useRef } from 'react'

/**
 * Tabs of one browser tell each other here that a payment was made. It says no more: each asks the server what it may
 * know.
 */
const channelName = 'payments'

/** Tells the browser's other tabs that what is owed may have changed. */
export function announcePayment(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('answered')
  channel.close()
}

/** Calls back when another tab of this browser has made a payment. */
export function usePaymentsElsewhere(onPayment: () => void): void {
  const latest = useRef(onPayment)
  latest.current = onPayment
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', () => latest.current())
    return () => channel.close()
  }, [])
}
