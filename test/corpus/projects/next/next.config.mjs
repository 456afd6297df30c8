export default { poweredByHeader: true, trailingSlash: false, turbopack: { root: import.meta.dirname } };
