import { useBlocker } from '@tanstack/react-router'

/**
 * Keeps the visitor on the page while a payment is under way (C§4): the browser asks before closing or reloading, and
 * the Back button does nothing.
 * @param isPaying asked at the moment somebody tries to leave
 */
export function useStayOnPage(isPaying: () => boolean): void {
  useBlocker({ shouldBlockFn: isPaying, enableBeforeUnload: isPaying })
}
