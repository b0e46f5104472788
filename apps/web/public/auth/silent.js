// Hands the provider's answer to the page that opened this frame.
parent.postMessage({ source: 'oidc-client', url: location.href, keepOpen: false }, location.origin)
