import { useEffect, useEffectEvent } from 'react'

/**
 * The channel on which the tabs of a browser announce a payment to each other. The message carries no details: each tab
 * asks the server for what it may see.
 */
const channelName = 'payments'

/** Tells the browser's other tabs that balances may have changed. */
export function announcePayment(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('answered')
  channel.close()
}

/** Calls back when another tab of this browser has made a payment. */
export function usePaymentsElsewhere(onPayment: () => void): void {
  const onMessage = useEffectEvent(onPayment)
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', () => onMessage())
    return () => channel.close()
  }, [])
}
