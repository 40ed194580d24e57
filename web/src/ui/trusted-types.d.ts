// The part of the Trusted Types API we use; TypeScript's own library does not have it yet.
interface TrustedTypePolicyFactory {
  // What a policy makes is an opaque object; it may only be handed on, to where the text of a script's address is
  // wanted.
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

declare var trustedTypes: TrustedTypePolicyFactory | undefined
