/**
 * Parameters by which a tool asks for what must not pass through a model: passwords, keys, identity and card numbers,
 * one-time codes. Words of the name joined by `_`, lower-case; it is enough that the name ends so.
 */
export const SENSITIVE_ENDINGS: readonly string[] = [
  'password',
  'passwd',
  'passphrase',
  'passcode',
  'api_key',
  'apikey',
  'api_secret',
  'secret_key',
  'client_secret',
  'private_key',
  'ssn',
  'social_security_number',
  'card_number',
  'credit_card',
  'cvv',
  'cvc',
  'mfa_code',
  'otp',
  'otp_code',
  'totp',
  'totp_code',
  'two_factor_code',
  'seed_phrase',
];
