/**
 * A certificate for this machine, and for gateway.test, which no name server knows. Nobody else has signed it, so that its key
 * is of use to no one.
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYhF0J8TB8XMEiG+B
nhX5eMR28bTnrwIxic1MavoppA6hRANCAAR1wWQARlCQzqUEZcW6fEY4jonPWQeT
jP8xlXpNzViCfKeOLSizP8baGVCx3A/Z2YGQrvhM61Oby5G+r0pdPfXc
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBjTCCATSgAwIBAgIUe7oFwps8YJXJ0ck4eUyg/oGopuswCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMZ2F0ZXdheS50ZXN0MCAXDTI2MTEyNzE3NDExN1oYDzIxMjYx
MTAzMTc0MTE3WjAXMRUwEwYDVQQDDAxnYXRld2F5LnRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAR1wWQARlCQzqUEZcW6fEY4jonPWQeTjP8xlXpNzViCfKeO
LSizP8baGVCx3A/Z2YGQrvhM61Oby5G+r0pdPfXco1wwWjAoBgNVHREEITAfhwR/
AAABgglsb2NhbGhvc3SCDGdhdGV3YXkudGVzdDAPBgNVHRMBAf8EBTADAQH/MB0G
A1UdDgQWBBRkG1aXMVNm+Ay3FZKwXVOY05EoOzAKBggqhkjOPQQDAgNHADBEAiB2
aLFsGPR5mSnCb8wZegYAmhzrdRpnwjf1QoQVAO5FpQIga3wsUtKUthLomPZXIr+s
PfvyHrO2nG1rJ/CTTGkS6AY=
-----END CERTIFICATE-----
`,
};
