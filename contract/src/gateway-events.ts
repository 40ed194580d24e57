/** Where a payment gateway tells what happened after a charge (docs/deployment.md). No call: the gateway decides its form. */
export const gatewayEventsPath = '/api/v1/gateway-events'

/** Bytes. */
export const largestGatewayEvent = 64 * 1024
