#!/bin/sh
# Builds the container image of a release folder:
#   deploy/build-image.sh dist/vakt-0.2.0 vakt:0.2.0 [BASE]
# BUILDAH: the builder and its global options, for example 'buildah --storage-driver vfs'.
# BUILDAH_OPTIONS: options of `buildah bud`, for example '--isolation chroot' on a machine without user namespaces.
set -eu
release=${1:?the folder of a release, which npm run build-release leaves in dist}
tag=${2:?the tag of the image, such as vakt:0.2.0}
base=${3:-docker.io/library/debian:bookworm-slim}
[ -x "$release/node" ] || { echo "$release is no release of Vakt: it has no ./node" >&2; exit 1; }
exec ${BUILDAH:-buildah} bud ${BUILDAH_OPTIONS:-} --format docker --build-arg "BASE=$base" --tag "$tag" \
  --file "$(dirname "$0")/Containerfile" "$release"
