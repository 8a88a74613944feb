/** Whether an API is that of GitHub Enterprise, where `owner/repo` is another repository than on github.com. */
export function isEnterprise(apiUrl: string): boolean {
  const url = URL.parse(apiUrl);
  return url !== null && (/\/api\/v3\/?$/.test(url.pathname) || /\.ghe\.com$/i.test(url.hostname));
}
