// In place of the kinds of recipients that no teller has (post-quantum, hardware tags):
// they would be half of the file.
export const MLKEM768P256 = undefined, MLKEM768X25519 = undefined, p256 = undefined;
