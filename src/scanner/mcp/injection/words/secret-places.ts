/** Parts of paths where secrets are kept, lower-case. */
export const SECRET_PLACES: readonly string[] = [
  '.ssh/', '/.ssh', 'id_rsa', 'id_ed25519', 'id_ecdsa', '.aws/', 'etc/passwd', 'etc/shadow', 'mcp.json', '.netrc', '.pgpass',
  'claude_desktop_config', '.git-credentials', '.kube/', 'kubeconfig', '.bash_history', '.zsh_history', '.npmrc', '.pypirc', '.gnupg',
  '.docker/config', 'wallet.dat', '/environ', 'authorized_keys', 'known_hosts', 'credentials.json', 'secrets.json',
  'secrets.y', 'cookies.sqlite', 'login data', '.cursor/', '.config/gcloud', 'secret.txt', '$aws_secret', '.keychain', 'server.key',
  '.config/gh', 'application_default_credentials', 'cookies.txt', '.vault-token', '.env', '.htpasswd', 'keystore.jks', '.terraform.d',
  '.azure/', 'private.key', 'secret_key', 'ntuser.dat', '/sam', '.electrum', '.bitcoin', 'key4.db', 'logins.json', '.mozilla', '.boto', '.s3cfg',
];
